// Tests the door of Star printers with a printer that speaks their protocol: one paper, whatever is cut, lost, late or
// repeated, and never a paper that counts as printed and is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveDeviceKey } from '#server/devices/keys/device-keys.ts';
import { queriesOf } from '#server/testing/database/count-queries.ts';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { type Cut, cutPlaces, exchange } from '#server/testing/printers/exchange.ts';
import { addDesk, openDesk, type PrintDesk, rowsOfNote } from '#server/testing/printers/print-desk.ts';
import { StarPrinter } from '#server/testing/printers/star-printer.ts';

/** The printer polls until it has had time for everything that it can do. */
async function poll({ app }: PrintDesk, printer: StarPrinter, cycles = 4): Promise<void> {
  for (let cycle = 0; cycle < cycles; cycle++) {
    await noticesCame(app);
    await printer.cycle();
  }
}

test('a paper is offered, fetched, printed dot by dot and confirmed', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  await poll(desk, printer, 1);
  await desk.queue('Buy towels');
  await poll(desk, printer);
  assert.equal(printer.tray.papers.length, 1);
  assert.ok(Buffer.from(printer.tray.papers[0]?.rows ?? []).equals(await rowsOfNote('Buy towels')));
  assert.deepEqual([await desk.states(), printer.reported], [['printed'], [['200 OK', 200]]]);
  const asked = printer.polled.filter(({ clientAction }) => clientAction);
  assert.equal(asked.length, 1);
  const offered = printer.polled.find(({ jobReady }) => jobReady);
  assert.deepEqual(offered?.mediaTypes, ['image/png', 'application/vnd.star.starprnt']);
});

test('papers come one after the other, in the order in which they were queued', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  const texts = ['One', 'Two', 'Three'];
  for (const text of texts) await desk.queue(text);
  await poll(desk, printer, 5);
  const expected = await Promise.all(texts.map(rowsOfNote));
  assert.deepEqual(
    printer.tray.papers.map(({ rows }) => expected.findIndex((one) => one.equals(rows))),
    [0, 1, 2],
  );
  assert.deepEqual(await desk.states(), ['printed', 'printed', 'printed']);
});

const isSent = (cut: Cut) => cut === 'answering' || cut === 'after';

for (const isOld of [false, true]) {
  const firmware = isOld ? 'old firmware without tokens' : 'new firmware';
  for (const step of ['poll', 'fetch', 'report'] as const) {
    test(`${firmware}: one paper when the connection is cut at each place of a ${step}`, async () => {
      await using desk = await openDesk('star');
      for (const cut of cutPlaces) {
        const own = await addDesk(desk.app, 'star');
        const printer = new StarPrinter({ url: own.url, isOld });
        await poll(own, printer, 1);
        await own.queue();
        printer.cuts[step] = cut;
        await poll(own, printer);
        await own.waitInVain();
        await poll(own, printer);
        const [state] = await own.states();
        const count = printer.tray.papers.length;
        // The paper may be handed over after the printer has said that it could not fetch it.
        if (step === 'fetch' && cut === 'waiting' && state === 'uncertain') {
          assert.equal(count, 0, cut);
          continue;
        }
        assert.equal(count, 1, cut);
        if (step !== 'report' || isSent(cut)) assert.equal(state, 'printed', cut);
        // A request whose answer is not waited for may have arrived.
        else if (cut === 'waiting') assert.ok(state === 'printed' || state === 'uncertain', cut);
        else assert.equal(state, 'uncertain', cut);
      }
    });
  }

  test(`${firmware}: a paper whose fetching failed without a word is uncertain, and is not printed by itself`, async () => {
    await using desk = await openDesk('star');
    const printer = new StarPrinter({ url: desk.url, isOld });
    await poll(desk, printer, 1);
    await desk.queue();
    Object.assign(printer.cuts, { fetch: 'answering', report: 'before' });
    await poll(desk, printer);
    assert.deepEqual([printer.tray.papers.length, await desk.states()], [0, ['handed']]);
    await desk.waitInVain();
    await poll(desk, printer);
    assert.deepEqual([printer.tray.papers.length, await desk.states()], [0, ['uncertain']]);
  });

  for (const powerLoss of ['before', 'within', 'after'] as const) {
    test(`${firmware}: a printer that loses its power ${powerLoss} printing begins no second paper`, async () => {
      await using desk = await openDesk('star');
      const printer = new StarPrinter({ url: desk.url, isOld });
      await desk.queue();
      printer.powerLoss = powerLoss;
      await poll(desk, printer);
      await desk.waitInVain();
      await poll(desk, printer);
      assert.equal(printer.tray.papers.length, powerLoss === 'before' ? 0 : 1);
      assert.deepEqual(await desk.states(), ['uncertain']);
    });
  }

  test(`${firmware}: a late result counts for the paper that it is about`, async () => {
    await using desk = await openDesk('star');
    const printer = new StarPrinter({ url: desk.url, isOld });
    await desk.queue('First');
    printer.reportsLate = true;
    await poll(desk, printer);
    await desk.waitInVain();
    printer.reportsLate = false;
    await desk.queue('Second');
    await poll(desk, printer);
    assert.deepEqual(await desk.states(), ['uncertain', 'printed']);
    await printer.sendLateReports();
    assert.deepEqual(await desk.states(), ['printed', 'printed']);
    assert.equal(printer.tray.papers.length, 2);
  });

  test(`${firmware}: a repeated result changes nothing`, async () => {
    await using desk = await openDesk('star');
    const printer = new StarPrinter({ url: desk.url, isOld });
    printer.reportCount = 3;
    for (const text of ['First', 'Second']) await desk.queue(text);
    await poll(desk, printer, 1);
    assert.deepEqual(await desk.states(), ['printed', 'waiting']);
    printer.cuts.fetch = 'answering';
    await poll(desk, printer);
    assert.deepEqual(printer.reported.filter(([code]) => code.startsWith('520')).length, 3);
    assert.deepEqual([await desk.states(), printer.tray.papers.length], [['printed', 'printed'], 2]);
  });
}

test('a late "not fetched" of a former time does not print a paper twice', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  await poll(desk, printer, 1);
  const { shortId } = await desk.queue();
  printer.cuts.fetch = 'answering';
  await poll(desk, printer, 1);
  // The paper is handed over for a second time and printed; the network repeats what it has kept.
  printer.cuts.report = 'before';
  await poll(desk, printer, 1);
  const { status } = await exchange({ method: 'DELETE', url: `${desk.url}?code=520&token=${shortId}-1` });
  assert.equal(status, 200);
  await poll(desk, printer);
  assert.deepEqual([printer.tray.papers.length, await desk.states()], [1, ['handed']]);
});

test('a printer that fetches again gets the same bytes', async () => {
  await using desk = await openDesk('star');
  const { shortId } = await desk.queue();
  for (const type of ['image/png', 'application/vnd.star.starprnt']) {
    const url = `${desk.url}?mac=00:11:e5:06:04:ff&type=${encodeURIComponent(type)}&token=${shortId}-1`;
    const [one, other] = [await exchange({ method: 'GET', url }), await exchange({ method: 'GET', url })];
    assert.deepEqual([one.status, one.headers['content-type']], [200, type]);
    assert.ok(one.body.length > 100 && one.body.equals(other.body));
    assert.equal(one.headers['x-star-imageditherpattern'], type === 'image/png' ? 'none' : undefined);
  }
  const fetchAs = async (query: string) => (await exchange({ method: 'GET', url: `${desk.url}?${query}` })).status;
  assert.equal(await fetchAs('type=text/plain'), 415);
  for (const token of [`${shortId}-2`, shortId, 'x']) assert.equal(await fetchAs(`type=image/png&token=${token}`), 404);
});

test('a long paper comes in parts, which are one paper', async () => {
  await using desk = await openDesk('star');
  const text = Array.from({ length: 60 }, (_, index) => `Line ${index}`).join('\n');
  const expected = await rowsOfNote(text);
  for (const type of ['image/png', 'application/vnd.star.starprnt']) {
    const own = await addDesk(desk.app, 'star');
    const printer = new StarPrinter({ url: own.url, encodings: ['image/vnd.star.png;mono_len=500', type] });
    await poll(own, printer, 1);
    await own.queue(text);
    await poll(own, printer, 10);
    const [paper, ...others] = printer.tray.papers;
    assert.deepEqual(others, []);
    assert.ok(Buffer.from(paper?.rows ?? []).equals(expected), type);
    const states = await own.states();
    assert.ok(states.length > 3 && states.every((state) => state === 'printed'), `${states}`);
  }
});

test('a result that comes a day later counts for its paper', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  await desk.queue();
  printer.reportsLate = true;
  await poll(desk, printer);
  desk.app.clock.advance({ hours: 24 });
  await desk.waitInVain();
  await printer.sendLateReports();
  assert.deepEqual([await desk.states(), printer.tray.papers.length], [['printed'], 1]);
});

test('a printer that replaces another one is asked what it reads', async () => {
  await using desk = await openDesk('star');
  const png = new StarPrinter({ url: desk.url, encodings: ['image/png'] });
  await poll(desk, png);
  const key = await giveDeviceKey(desk.app.database.write, { companyId: desk.companyId, id: desk.deviceId });
  const other = new StarPrinter({ url: desk.url.replace(desk.key, key), encodings: ['application/vnd.star.starprnt'] });
  await desk.queue();
  await poll(desk, other);
  assert.deepEqual([other.tray.papers.length, await desk.states()], [1, ['printed']]);
  await poll(desk, png);
  assert.equal(png.polled.length, 5, 'its key has ended');
});

test('a medium that does not print is followed by the next one, once', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url, cannotDecode: ['image/png'] });
  await desk.queue();
  await poll(desk, printer);
  assert.deepEqual([printer.tray.papers.length, await desk.states()], [1, ['printed']]);
  assert.deepEqual(printer.tray.papers[0]?.cuts, [printer.tray.papers[0]?.height], 'StarPRNT cuts by itself');

  const none = await addDesk(desk.app, 'star');
  const blind = new StarPrinter({ url: none.url, cannotDecode: ['image/png', 'application/vnd.star.starprnt'] });
  await none.queue();
  await poll(none, blind, 6);
  assert.deepEqual([blind.tray.papers.length, await none.states(), await none.reasons()], [0, ['failed'], ['media']]);

  const text = await addDesk(desk.app, 'star');
  const typewriter = new StarPrinter({ url: text.url, encodings: ['text/plain'] });
  await text.queue();
  await poll(text, typewriter);
  assert.deepEqual([await text.states(), await text.reasons()], [['failed'], ['media']]);
});

test('a paper that cannot be fetched is offered three times', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  await poll(desk, printer, 1);
  await desk.queue();
  for (let time = 0; time < 5; time++) {
    printer.cuts.fetch = 'answering';
    await poll(desk, printer, 1);
  }
  assert.deepEqual(
    [printer.tray.papers.length, await desk.states(), await desk.reasons()],
    [0, ['failed'], ['notTaken']],
  );
});

test('nothing is offered to a printer that prints or is offline, and its fault is known', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  await desk.queue();
  printer.printingInProgress = true;
  await poll(desk, printer);
  printer.printingInProgress = false;
  for (const [status, fault] of [
    ['410 Out of paper', 'paperOut'],
    ['420 Cover open', 'coverOpen'],
    ['499 Broken', 'error'],
  ] as const) {
    printer.status = status;
    await poll(desk, printer);
    assert.equal(await desk.fault(), fault);
  }
  assert.deepEqual([printer.polled.some(({ jobReady }) => jobReady), await desk.states()], [false, ['waiting']]);
  printer.status = '211 Paper low';
  await poll(desk, printer);
  assert.deepEqual([await desk.fault(), await desk.states()], ['', ['printed']]);
});

test('a printer that says that it failed is believed, with its reason', async () => {
  await using desk = await openDesk('star');
  const codes = { '410 Out of paper': 'paperOut', '521 Job too large': 'rejected', '999': 'error', '': 'error' };
  for (const [code, reason] of Object.entries(codes)) {
    const own = await addDesk(desk.app, 'star');
    const { shortId } = await own.queue();
    const query = `mac=x&token=${shortId}-1`;
    await exchange({ method: 'GET', url: `${own.url}?type=image/png&${query}` });
    const url = `${own.url}?${query}&code=${encodeURIComponent(code)}`;
    const { status } = await exchange({ method: 'DELETE', url, headers: { 'Content-Type': 'application/json' } });
    assert.deepEqual([status, await own.states(), await own.reasons()], [200, ['failed'], [reason]], code);
  }
});

test('polls without work cost no query, whatever they say', async () => {
  await using desk = await openDesk('star');
  const printer = new StarPrinter({ url: desk.url });
  await poll(desk, printer, 3);
  await noticesCame(desk.app);
  await printer.cycle();
  const queries = await queriesOf(async () => {
    for (let cycle = 0; cycle < 20; cycle++) await printer.cycle();
  });
  assert.deepEqual(queries, []);
});

test('a key sees its own papers only, whatever tokens it shows', async () => {
  await using desk = await openDesk('star');
  const other = await addDesk(desk.app, 'star');
  const { shortId } = await other.queue();
  const token = `token=${shortId}-1`;
  assert.equal((await exchange({ method: 'GET', url: `${desk.url}?type=image/png&${token}` })).status, 404);
  for (const query of [`code=200&${token}`, `code=521&${token}`, 'code=200']) {
    assert.equal((await exchange({ method: 'DELETE', url: `${desk.url}?${query}` })).status, 200);
  }
  assert.deepEqual(await other.states(), ['waiting']);
  const printer = new StarPrinter({ url: other.url });
  await poll(other, printer);
  assert.deepEqual([printer.tray.papers.length, await other.states()], [1, ['printed']]);
});

test('bodies and types of every form reach the door', async () => {
  await using desk = await openDesk('star');
  const send = async (method: 'POST' | 'DELETE', type: string, body: string) =>
    (await exchange({ method, url: `${desk.url}?code=OK`, headers: { 'Content-Type': type }, body })).status;
  for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain', 'nothing', '; x']) {
    assert.equal(await send('POST', type, ''), 200, type);
    assert.equal(await send('POST', type, '{"statusCode":"200%20OK"}'), 200, type);
    assert.equal(await send('DELETE', type, ''), 200, type);
    assert.equal(await send('POST', type, '{'), 400, type);
  }
  assert.equal(await send('POST', 'application/json', JSON.stringify('x'.repeat(100_000))), 413);
});
