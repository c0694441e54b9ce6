// Tests the doors while the connection to the database breaks at every single statement, and while the process is
// killed: at most one paper, and none that counts as printed and is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { withFault } from '#server/testing/faults/faults.ts';
import { EpsonPrinter } from '#server/testing/printers/epson-printer.ts';
import { addDesk, openDesk, type PrintDesk, rowsOfNote } from '#server/testing/printers/print-desk.ts';
import { StarPrinter } from '#server/testing/printers/star-printer.ts';
import { dataFolder, run } from '#server/testing/process.ts';

type Door = 'star' | 'epson';
const printerOf = (door: Door, { url }: PrintDesk) =>
  door === 'star' ? new StarPrinter({ url, reportRetries: 2 }) : new EpsonPrinter({ url });

async function cycles({ app }: PrintDesk, printer: { cycle(): Promise<void> }, count: number): Promise<void> {
  for (let cycle = 0; cycle < count; cycle++) {
    await noticesCame(app);
    await printer.cycle();
  }
}

for (const door of ['star', 'epson'] as const) {
  for (const when of ['before', 'after'] as const) {
    test(`${door}: a connection to the database that breaks ${when} each statement`, async () => {
      await using desk = await openDesk(door);
      for (let at = 1; ; at++) {
        const own = await addDesk(desk.app, door);
        const printer = printerOf(door, own);
        await printer.cycle();
        await own.queue();
        // Statements of a timer: they store that printers were seen.
        const uncounted = /update device_states s set seen_at|pg_notify/;
        const broken = await withFault(desk.app, { at, when, uncounted }, async () => {
          await printer.cycle();
        });
        if (broken === undefined) break;
        await cycles(own, printer, 4);
        await own.waitInVain();
        await cycles(own, printer, 2);
        const [state] = await own.states();
        const count = printer.tray.papers.length;
        assert.ok(count <= 1, broken);
        assert.ok(state === 'printed' || state === 'uncertain', `${state}: ${broken}`);
        if (state === 'printed') assert.equal(count, 1, broken);
      }
    });
  }
}

test('a process that is killed again and again prints no paper twice, and none counts as printed that is not', async () => {
  await using folder = await dataFolder();
  await using star = await openDesk('star');
  const epson = await addDesk(star.app, 'epson');
  const { app } = star;
  // The processes have the real time.
  app.clock.set(Temporal.Now.instant());
  const { user, host, port, database } = app.database.connection;
  const DATABASE_URL = `postgresql://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`;
  const texts = Array.from({ length: 6 }, (_, index) => `Paper ${index}`);
  const expected = await Promise.all(texts.map(rowsOfNote));
  const doors = { star, epson };
  const printers: Record<Door, StarPrinter | EpsonPrinter> = {
    star: printerOf('star', star),
    epson: printerOf('epson', epson),
  };
  for (const text of texts) for (const desk of Object.values(doors)) await desk.queue(text);
  for (let round = 0; round < 3; round++) {
    await using daybook = await run({ DATA_DIR: folder.path, DATABASE_URL });
    let isOver = false;
    const polling = Object.entries(doors).map(async ([door, { key }]) => {
      const printer = printers[door as Door];
      printer.moveTo(`${daybook.url}/api/hooks/${door}/${key}`);
      while (!isOver) await printer.cycle();
    });
    // In the middle of a paper, sooner or later.
    await sleep(40 + round * 35);
    await daybook.stop('SIGKILL');
    isOver = true;
    await Promise.all(polling);
    // A paper without an answer becomes uncertain, so that the next one can be printed.
    await sql`update print_jobs set handed_at = handed_at - interval '3 minutes' where state = 'handed'`.execute(
      app.database.write,
    );
  }
  for (const [door, desk] of Object.entries(doors)) {
    await desk.waitInVain();
    const printed = printers[door as Door].tray.papers.map(({ rows }) => expected.findIndex((one) => one.equals(rows)));
    assert.equal(new Set(printed).size, printed.length, `${door}: no paper twice`);
    const states = await desk.states();
    for (const [index, state] of states.entries()) {
      if (state === 'printed') assert.ok(printed.includes(index), `${door}: paper ${index} counts as printed`);
      if (printed.includes(index)) assert.ok(state === 'printed' || state === 'uncertain', `${door}: ${state}`);
      else assert.notEqual(state, 'failed', `${door}: nothing said that paper ${index} failed`);
    }
  }
});
