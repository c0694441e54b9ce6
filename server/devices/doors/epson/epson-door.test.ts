// Tests the door of Epson printers with a printer that speaks their protocol: one paper, whatever is cut, lost, late or
// repeated, and never a paper that counts as printed and is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queriesOf } from '#server/testing/database/count-queries.ts';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { EpsonPrinter } from '#server/testing/printers/epson-printer.ts';
import { cutPlaces, exchange } from '#server/testing/printers/exchange.ts';
import { addDesk, openDesk, type PrintDesk, rowsOfNote } from '#server/testing/printers/print-desk.ts';

async function poll({ app }: PrintDesk, printer: EpsonPrinter, cycles = 4): Promise<void> {
  for (let cycle = 0; cycle < cycles; cycle++) {
    await noticesCame(app);
    await printer.cycle();
  }
}

for (const encodes of [true, false]) {
  test(`papers are printed dot by dot, and results come ${encodes ? 'encoded' : 'as they are'}`, async () => {
    await using desk = await openDesk('epson');
    const printer = new EpsonPrinter({ url: desk.url, encodes });
    await poll(desk, printer, 1);
    const texts = ['One', 'Two & "three"', 'Four'];
    for (const text of texts) await desk.queue(text);
    await poll(desk, printer);
    const expected = await Promise.all(texts.map(rowsOfNote));
    assert.deepEqual(
      printer.tray.papers.map(({ rows, cuts, height }) => [
        expected.findIndex((one) => one.equals(rows)),
        cuts.at(-1) === height,
      ]),
      [0, 1, 2].map((index) => [index, true]),
    );
    assert.deepEqual(await desk.states(), ['printed', 'printed', 'printed']);
  });
}

test('a paper that is longer than an answer may be comes in parts, which are one paper', async () => {
  await using desk = await openDesk('epson');
  const printer = new EpsonPrinter({ url: desk.url });
  const text = Array.from({ length: 600 }, (_, index) => `Line ${index}`).join('\n');
  await desk.queue(text);
  await poll(desk, printer);
  const [paper, ...others] = printer.tray.papers;
  assert.deepEqual(others, []);
  assert.ok(Buffer.from(paper?.rows ?? []).equals(await rowsOfNote(text)));
  assert.deepEqual(await desk.states(), ['printed', 'printed']);
});

for (const step of ['request', 'response'] as const) {
  test(`at most one paper when the connection is cut at each place of a ${step}`, async () => {
    await using desk = await openDesk('epson');
    for (const cut of cutPlaces) {
      const own = await addDesk(desk.app, 'epson');
      const printer = new EpsonPrinter({ url: own.url });
      await own.queue();
      printer.cuts[step] = cut;
      await poll(own, printer);
      await own.waitInVain();
      await poll(own, printer);
      const [state] = await own.states();
      const count = printer.tray.papers.length;
      if (step === 'response') {
        assert.equal(count, 1, cut);
        const isKnown = cut === 'answering' || cut === 'after';
        if (cut === 'waiting') assert.ok(state === 'printed' || state === 'uncertain', cut);
        else assert.equal(state, isKnown ? 'printed' : 'uncertain', cut);
      } else if (cut === 'before' || cut === 'sending') {
        assert.deepEqual([count, state], [1, 'printed'], cut);
      } else if (cut === 'waiting') {
        assert.ok((count === 1 && state === 'printed') || (count === 0 && state === 'uncertain'), cut);
      } else {
        // The server does not learn that the paper never came.
        assert.deepEqual([count, state], [0, 'uncertain'], cut);
      }
    }
  });
}

for (const powerLoss of ['before', 'within', 'after'] as const) {
  test(`a printer that loses its power ${powerLoss} printing begins no second paper`, async () => {
    await using desk = await openDesk('epson');
    const printer = new EpsonPrinter({ url: desk.url });
    await desk.queue();
    printer.powerLoss = powerLoss;
    await poll(desk, printer);
    assert.deepEqual(await desk.states(), ['handed']);
    await desk.waitInVain();
    await poll(desk, printer);
    assert.equal(printer.tray.papers.length, powerLoss === 'before' ? 0 : 1);
    assert.deepEqual(await desk.states(), ['uncertain']);
  });
}

test('a late result counts for its paper, a repeated one changes nothing', async () => {
  await using desk = await openDesk('epson');
  const printer = new EpsonPrinter({ url: desk.url });
  await desk.queue('First');
  printer.responsesLate = true;
  await poll(desk, printer);
  await desk.waitInVain();
  printer.responsesLate = false;
  printer.responseCount = 3;
  await desk.queue('Second');
  await poll(desk, printer);
  assert.deepEqual(await desk.states(), ['uncertain', 'printed']);
  await printer.sendLateResponses();
  assert.deepEqual([await desk.states(), printer.tray.papers.length], [['printed', 'printed'], 2]);
});

test('a paper that the printer has is not sent again, also to two printers with one key', async () => {
  await using desk = await openDesk('epson');
  const printers = Array.from({ length: 8 }, () => new EpsonPrinter({ url: desk.url }));
  for (const printer of printers) printer.responsesLate = true;
  await desk.queue();
  await Promise.all(printers.map((printer) => printer.cycle()));
  await Promise.all(printers.map((printer) => printer.cycle()));
  assert.equal(
    printers.reduce((count, { tray }) => count + tray.papers.length, 0),
    1,
  );
  for (const printer of printers) await printer.sendLateResponses();
  assert.deepEqual(await desk.states(), ['printed']);
});

test('a failure has its reason, and the fault of the printer is known', async () => {
  await using desk = await openDesk('epson');
  const codes = {
    EPTR_REC_EMPTY: ['paperOut', 'paperOut'],
    EPTR_COVER_OPEN: ['coverOpen', 'coverOpen'],
    EPTR_CUTTER: ['cutter', 'cutter'],
    EX_TIMEOUT: ['error', ''],
    SchemaError: ['rejected', ''],
  };
  for (const [code, [reason, fault]] of Object.entries(codes)) {
    const own = await addDesk(desk.app, 'epson');
    const printer = new EpsonPrinter({ url: own.url });
    await own.queue();
    printer.failsWith = code;
    await poll(own, printer);
    assert.deepEqual([await own.states(), await own.reasons()], [['failed'], [reason]], code);
    assert.equal(await own.fault(), fault, code);
    printer.failsWith = undefined;
    await own.queue();
    await poll(own, printer);
    assert.deepEqual([await own.states(), await own.fault()], [['failed', 'printed'], ''], code);
  }
});

test('a printer that rejects a whole answer means the paper in it', async () => {
  await using desk = await openDesk('epson');
  const printer = new EpsonPrinter({ url: desk.url });
  await desk.queue('First');
  await desk.queue('Second');
  printer.rejects = true;
  await poll(desk, printer);
  assert.deepEqual(
    [await desk.states(), await desk.reasons()],
    [
      ['failed', 'printed'],
      ['rejected', ''],
    ],
  );
  assert.equal(printer.tray.papers.length, 1);
});

test('the state of the printer is known when it tells it', async () => {
  await using desk = await openDesk('epson');
  const printer = new EpsonPrinter({ url: desk.url });
  for (const [asb, fault] of [
    ['0x0F08001C', 'paperOut'],
    ['0x0F00003C', 'coverOpen'],
    ['0x0F000016', ''],
    ['0x00000001', 'offline'],
  ] as const) {
    await printer.sendStatus(asb);
    assert.equal(await desk.fault(), fault);
  }
});

test('polls without work cost no query', async () => {
  await using desk = await openDesk('epson');
  const printer = new EpsonPrinter({ url: desk.url });
  await poll(desk, printer, 3);
  const queries = await queriesOf(async () => {
    for (let cycle = 0; cycle < 20; cycle++) await printer.cycle();
  });
  assert.deepEqual(queries, []);
});

test('a key sees and settles its own papers only', async () => {
  await using desk = await openDesk('epson');
  const other = await addDesk(desk.app, 'epson');
  const { shortId } = await other.queue();
  const response = `<PrintResponseInfo Version="2.00"><ePOSPrint><Parameter><printjobid>${shortId}</printjobid></Parameter><PrintResponse><response success="true" code=""/></PrintResponse></ePOSPrint></PrintResponseInfo>`;
  const send = (fields: Record<string, string>) =>
    exchange({ method: 'POST', url: desk.url, body: new URLSearchParams(fields).toString() });
  assert.equal((await send({ ConnectionType: 'SetResponse', ResponseFile: response })).status, 200);
  const { status, body } = await send({ ConnectionType: 'GetRequest', ID: 'till' });
  assert.deepEqual([status, body.length, await other.states()], [200, 0, ['waiting']]);
  assert.equal((await send({ ConnectionType: 'Other' })).status, 400);
});
