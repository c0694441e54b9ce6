// Tests that the agent prints each paper at most once, whatever is cut, lost or killed, and never says "printed" of
// one that is not.
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { paperSamples } from '#server/testing/paper/paper-samples.ts';
import { openIppPrinter } from '#server/testing/printers/ipp-printer.ts';
import { openRawPrinter } from '#server/testing/printers/raw-printer.ts';
import { type AgentFolder, agentFolder, type RunningAgent } from '#server/testing/printers/run-agent.ts';
import { type AgentDoor, openAgentDoor } from '#server/testing/servers/agent-door.ts';
import { paperMedia } from '../../paper/media/paper-media.ts';
import { renderPaper } from '../../paper/render-paper.ts';

const paper = await renderPaper({ ...paperSamples.german, dots: 576 });
const documents = Object.fromEntries(Object.values(paperMedia).map(({ type, encode }) => [type, encode(paper)]));
const code = 'code-of-a-package';

interface Bench extends AsyncDisposable {
  door: AgentDoor;
  folder: AgentFolder;
}

async function bench(printer: string, kind = 'printer'): Promise<Bench> {
  const door = await openAgentDoor(code);
  const settings = { server: door.address, device: `test-${process.pid}-${Math.random()}`, name: 'Front desk', code };
  const folder = await agentFolder({ ...settings, printer, kind });
  return {
    ...{ door, folder },
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]();
      await door[Symbol.asyncDispose]();
    },
  };
}

async function until(isTrue: () => boolean, agent?: RunningAgent, folder?: AgentFolder): Promise<void> {
  let hasEnded = false;
  void agent?.ended.then(() => {
    hasEnded = true;
  });
  while (!isTrue()) {
    assert.ok(!hasEnded, folder?.output ?? 'the agent ended');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Runs the agent until a paper has an outcome, and returns all outcomes. */
async function printOne({ door, folder }: Bench, expiresIn = 60): Promise<AgentDoor['results']> {
  door.jobs.push({ id: `p${door.results.length}`, documents, expiresIn });
  const agent = folder.start();
  await until(() => door.jobs.length === 0, agent, folder);
  assert.equal(await agent.end(), 0, folder.output);
  return door.results;
}

const isSame = (printed: { rows: Uint8Array } | undefined) =>
  printed !== undefined && Buffer.from(printed.rows).equals(paper.rows);

test('a paper comes out of an IPP printer as it was drawn, in a format that the printer reads', async () => {
  await using printer = await openIppPrinter();
  for (const [formats, sent] of [
    [printer.formats, 'image/pwg-raster'],
    [['image/png', 'image/urf'], 'image/png'],
  ] as const) {
    await using desk = await bench(printer.address);
    printer.formats = [...formats];
    printer.papers = [];
    const [result] = await printOne(desk);
    assert.equal(result?.outcome, 'printed', desk.folder.output);
    assert.ok(printer.papers.length === 1 && isSame(printer.papers[0]), sent);
    assert.equal(desk.door.polls[0]?.media[0], sent);
  }
});

const ofIpp = [
  { fault: 'busy', outcome: 'printed', begun: 1 },
  { fault: 'slow', outcome: 'printed', begun: 1 },
  { fault: 'cutBefore', outcome: 'uncertain', begun: 0 },
  { fault: 'cutIn', outcome: 'uncertain', begun: 1 },
  { fault: 'cutAfter', outcome: 'uncertain', begun: 1 },
  { fault: 'silent', outcome: 'uncertain', begun: 1 },
  { fault: 'aborted', outcome: 'failed', begun: 0 },
] as const;
for (const { fault, outcome, begun } of ofIpp) {
  test(`an IPP printer with the fault ${fault}: ${outcome}, at most one paper`, async () => {
    await using printer = await openIppPrinter();
    await using desk = await bench(printer.address);
    printer.faults.push(fault);
    const results = await printOne(desk);
    assert.deepEqual(
      results.map((result) => result.outcome),
      [outcome],
      desk.folder.output,
    );
    assert.equal(printer.begun, begun);
    assert.ok(outcome === 'printed' || results[0]?.reason, 'the reason is said in words');
  });
}

test('a paper that stays in the printer is cancelled there when it expires', async () => {
  await using printer = await openIppPrinter();
  await using desk = await bench(printer.address);
  printer.faults.push('stays');
  const [result] = await printOne(desk, 0.5);
  assert.deepEqual([result?.outcome, result?.code, printer.begun], ['failed', 'expired', 0], desk.folder.output);
});

test('while paper is out, no paper is asked for; the state is said, and it prints later', async () => {
  await using printer = await openIppPrinter();
  await using desk = await bench(printer.address);
  printer.reasons = ['media-empty-error'];
  const { door, folder } = desk;
  door.jobs.push({ id: 'waits', documents });
  const agent = folder.start();
  await until(() => door.polls.filter(({ status }) => status.includes('paperOut')).length > 2, agent, folder);
  assert.deepEqual([printer.jobs.length, door.results.length], [0, 0]);
  printer.reasons = [];
  await until(() => door.results.length > 0, agent, folder);
  assert.deepEqual([door.results[0]?.outcome, printer.papers.length], ['printed', 1]);
  await agent.end();
});

const ofRaw = [
  { fault: undefined, outcome: 'printed', begun: 1 },
  { fault: 'cutBefore', outcome: 'uncertain', begun: 0 },
  { fault: 'cutIn', outcome: 'uncertain', begun: 1 },
  { fault: 'cutAfter', outcome: 'uncertain', begun: 1 },
  { fault: 'noEnd', outcome: 'uncertain', begun: 1 },
] as const;
for (const { fault, outcome, begun } of ofRaw) {
  test(`a raw printer with the fault ${fault ?? 'none'}: ${outcome}, at most one paper`, async () => {
    await using printer = await openRawPrinter();
    await using desk = await bench(printer.address);
    if (fault) printer.faults.push(fault);
    const [result] = await printOne(desk);
    assert.deepEqual([result?.outcome, printer.begun], [outcome, begun], desk.folder.output);
    if (outcome === 'printed') assert.ok(isSame(printer.papers[0]));
  });
}

test('bytes that a printer takes and discards are no paper', async () => {
  await using printer = await openRawPrinter();
  await using desk = await bench(printer.address);
  printer.state = 'mute';
  const [result] = await printOne(desk);
  assert.deepEqual([result?.outcome, result?.code], ['uncertain', 'silent'], desk.folder.output);
});

test('a raw printer with its cover open or without paper gets nothing', async () => {
  await using printer = await openRawPrinter();
  await using desk = await bench(printer.address);
  const { door, folder } = desk;
  const agent = folder.start();
  for (const state of ['coverOpen', 'paperOut'] as const) {
    printer.state = state;
    door.jobs.push({ id: state, documents, expiresIn: 60 });
    await until(() => door.polls.at(-1)?.status.includes(state) === true, agent, folder);
    assert.equal(printer.begun, 0);
    door.jobs = [];
  }
  await agent.end();
});

/** The agent is killed at each of these moments, and started again. */
const kills = ['begin', 'sent'] as const;
for (const moment of kills) {
  test(`an agent killed while it prints (${moment}) says "uncertain" and prints nothing more`, async () => {
    await using printer = await openIppPrinter();
    await using desk = await bench(printer.address);
    const { door, folder } = desk;
    door.jobs.push({ id: 'killed', documents });
    const first = folder.start();
    if (moment === 'sent') printer.faults.push('stays');
    const reached = new Promise<void>((resolve) => {
      printer.onDocument = resolve;
    });
    await reached;
    if (moment === 'sent') await until(() => printer.jobs.length > 0);
    await first.end('SIGKILL');
    const second = folder.start();
    await until(() => door.jobs.length === 0, second, folder);
    await second.end();
    assert.deepEqual(
      door.results.map(({ id, outcome, code: why }) => [id, outcome, why]),
      [['killed', 'uncertain', 'agentStopped']],
      folder.output,
    );
    assert.ok(printer.jobs.length <= 1, 'one paper');
  });
}

test('an agent killed after it read a paper and before it sent it prints it once', async () => {
  await using printer = await openIppPrinter();
  await using desk = await bench(printer.address);
  const { door, folder } = desk;
  door.jobs.push({ id: 'early', documents });
  const first = folder.start();
  await until(() => folder.output.includes('Prints early'), first, folder);
  await first.end('SIGKILL');
  const second = folder.start();
  await until(() => door.jobs.length === 0, second, folder);
  await second.end();
  // The kill can come before or after the first byte.
  assert.match(door.results.map(({ outcome }) => outcome).join(' '), /^(again )?printed$|^uncertain$/);
  assert.ok(printer.jobs.length <= 1);
});

test('answers that are lost change nothing: the outcome is reported again, the paper is not printed again', async () => {
  await using printer = await openIppPrinter();
  await using desk = await bench(printer.address);
  const { door, folder } = desk;
  Object.assign(door.lose, { poll: 1, jobs: 1, result: 2 });
  door.jobs.push({ id: 'lost', documents });
  const agent = folder.start();
  // Handed over once more, after its outcome got lost on the way to the agent.
  await until(() => door.results.length >= 1, agent, folder);
  door.jobs.unshift({ id: 'lost', documents });
  await until(() => door.results.length >= 3 && door.jobs.length === 0, agent, folder);
  await agent.end();
  assert.ok(door.results.every(({ id, outcome }) => id === 'lost' && outcome === 'printed'));
  assert.equal(printer.papers.length, 1);
});

test('the code of a package works once, and its key is in no output and in a file of its owner alone', async () => {
  await using printer = await openIppPrinter();
  await using desk = await bench(printer.address);
  desk.door.lose.enroll = 1;
  const [result] = await printOne(desk);
  assert.equal(result?.outcome, 'printed');
  const { key, code: used, newKey } = await desk.folder.settings();
  assert.deepEqual([desk.door.keys, used, newKey], [[key], undefined, undefined]);
  assert.ok(!desk.folder.output.includes(String(key)) && !desk.folder.output.includes(code));
  for (const name of ['agent.json', 'journal.json']) {
    assert.equal((await stat(join(desk.folder.path, name))).mode & 0o777, 0o600, name);
  }
  assert.ok(!(await readFile(join(desk.folder.path, 'journal.json'), 'utf8')).includes(String(key)));

  await using copy = await agentFolder({ server: desk.door.address, device: 'copy', code, printer: printer.address });
  assert.equal(await copy.start().ended, 1);
  assert.match(copy.output, /does not accept the code/);
});

test('each failure is said in plain words, without a stack', async () => {
  const server = 'https://daybook.invalid';
  for (const [settings, words] of [
    [{ server, device: 'd', code, printer: 'printer' }, /is no address of a printer/],
    [{ server, device: 'd', code }, /Start the agent once with the address/],
    [{ server: 'http://daybook.invalid', device: 'd', printer: 'ipp://127.0.0.1' }, /must begin with https/],
    [{ device: 'd' }, /lacks "server" or "device"/],
    [{ server, device: 'd', printer: 'ipp://127.0.0.1' }, /neither a code nor a key/],
  ] as const) {
    await using folder = await agentFolder(settings);
    assert.equal(await folder.start().ended, 1);
    assert.match(folder.output, words);
    assert.doesNotMatch(folder.output, /\.mjs:\d/);
  }
});

test('one agent runs for a device', async () => {
  await using printer = await openIppPrinter();
  await using desk = await bench(printer.address);
  const first = desk.folder.start();
  await until(() => desk.door.polls.length > 0, first, desk.folder);
  assert.equal(await desk.folder.start().ended, 1);
  assert.match(desk.folder.output, /already runs/);
  assert.equal(await first.end(), 0);
});

const drawers = [
  { state: 'ready', outcome: 'printed', opened: [1, 0] },
  { state: 'paperOut', outcome: 'uncertain', opened: [0, 1] },
  { state: 'mute', outcome: 'uncertain', opened: [0, 0] },
] as const;
for (const { state, outcome, opened } of drawers) {
  test(`the drawer of a register opens once, by its receipt printer (${state}: ${outcome})`, async () => {
    await using printer = await openRawPrinter();
    printer.state = state;
    await using desk = await bench(printer.address, 'register');
    const { door, folder } = desk;
    Object.assign(door.lose, { poll: 1, drawers: 1, result: 1 });
    door.jobs.push({ id: 'cash', documents: {}, isDrawer: true });
    const agent = folder.start();
    await until(() => door.jobs.length === 0, agent, folder);
    // Offered again, after its outcome got lost.
    door.jobs.push({ id: 'cash', documents: {}, isDrawer: true });
    await until(() => door.jobs.length === 0, agent, folder);
    assert.equal(await agent.end(), 0, folder.output);
    assert.ok(
      door.results.every((result) => result.outcome === outcome),
      folder.output,
    );
    assert.deepEqual([printer.drawer.opened, printer.drawer.now, printer.begun], [...opened, 0]);
  });
}

test('without a receipt printer no drawer opens, and the agent says so', async () => {
  for (const address of ['', 'ipp']) {
    await using printer = await openIppPrinter();
    await using desk = await bench(address && printer.address, 'register');
    desk.door.jobs.push({ id: 'cash', documents: {}, isDrawer: true });
    const agent = desk.folder.start();
    await until(() => desk.door.jobs.length === 0, agent, desk.folder);
    assert.equal(await agent.end(), 0, desk.folder.output);
    const [result] = desk.door.results;
    assert.deepEqual([result?.outcome, result?.code], ['failed', 'noDrawer'], desk.folder.output);
  }
});
