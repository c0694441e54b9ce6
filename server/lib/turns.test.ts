// Tests of the turns that owners take.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { Refusal } from '#server/lib/refusal.ts';
import { openTurns, type Turns } from './turns.ts';

const turns: Turns = { perOwner: 2, total: 3, maxWaiting: 2, maxWait: 20_000 };

/** Starts reads that run until `finish` is called. */
function reads(options: Partial<Turns> = {}) {
  const withTurn = openTurns({ ...turns, ...options });
  const running: { company: string; finish: () => void }[] = [];
  return {
    running,
    names: () => running.map(({ company }) => company),
    start: (company: string) =>
      withTurn(
        company,
        () =>
          new Promise<void>((resolve) => {
            const read = {
              company,
              finish() {
                running.splice(running.indexOf(read), 1);
                resolve();
              },
            };
            running.push(read);
          }),
      ),
  };
}

test('a company reads two lists at the same time, another company reads beside it', async () => {
  const { start, names, running } = reads();
  const all = ['busy', 'busy', 'busy', 'quiet'].map(start);
  await settled();
  assert.deepEqual(names(), ['busy', 'busy', 'quiet']);
  running[2]?.finish();
  await settled();
  assert.deepEqual(names(), ['busy', 'busy'], 'the third of the busy company still waits');
  running[0]?.finish();
  await settled();
  assert.deepEqual(names(), ['busy', 'busy']);
  while (running.length) running[0]?.finish();
  await Promise.all(all);
});

test('of waiting companies the one with the fewest running reads comes first', async () => {
  const { start, names, running } = reads({ perOwner: 3 });
  const all = ['busy', 'busy', 'busy', 'busy', 'quiet'].map(start);
  await settled();
  running[0]?.finish();
  await settled();
  assert.deepEqual(names(), ['busy', 'busy', 'quiet']);
  while (running.length) {
    running[0]?.finish();
    await settled();
  }
  await Promise.all(all);
});

test('too many waiting reads are refused at once, and one that waits too long as well', async () => {
  const { start, running } = reads({ maxWait: 20 });
  const busy = (error: unknown) => error instanceof Refusal && error.status === 503 && error.retryAfter !== undefined;
  const first = [start('busy'), start('busy')];
  const waiting = [start('busy'), start('busy')].map((read) => assert.rejects(read, busy));
  await assert.rejects(start('busy'), busy);
  await Promise.all(waiting);
  while (running.length) running[0]?.finish();
  await Promise.all(first);
  const next = start('busy');
  await settled();
  assert.equal(running.length, 1, 'a refused read has taken no turn');
  running[0]?.finish();
  await next;
});

test('a read that fails gives its turn back', async () => {
  const withTurn = openTurns(turns);
  for (let i = 0; i < 5; i++)
    await assert.rejects(
      withTurn('one', () => Promise.reject(new Error('failed'))),
      /failed/,
    );
});

test('a company with further reads waiting rests between them, while another takes its room', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const clock = t.mock.method(performance, 'now', () => 0);
  const { start, names, running } = reads({ perOwner: 1, total: 1, rest: () => ({ times: 1, max: 200 }) });
  const all = ['busy', 'busy', 'quiet'].map(start);
  await settled();
  clock.mock.mockImplementation(() => 150);
  running[0]?.finish();
  await settled();
  assert.deepEqual(names(), ['quiet'], 'the busy company rests');
  running[0]?.finish();
  await settled();
  assert.deepEqual(names(), [], 'for as long as its read took');
  t.mock.timers.tick(149);
  await settled();
  assert.deepEqual(names(), []);
  t.mock.timers.tick(1);
  await settled();
  assert.deepEqual(names(), ['busy']);
  running[0]?.finish();
  await Promise.all(all);
  const next = start('busy');
  await settled();
  assert.deepEqual(names(), ['busy'], 'without others waiting there is no rest');
  running[0]?.finish();
  await next;
});

test('a part of an answer that has begun waits on when others are refused', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const withTurn = openTurns({ ...turns, perOwner: 1, maxWaiting: 1 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = withTurn('one', () => promise);
  const waiting = assert.rejects(
    withTurn('one', async () => {}),
    Refusal,
  );
  await assert.rejects(
    withTurn('one', async () => {}),
    Refusal,
  );
  const patient = withTurn('one', async () => 'done', { isPatient: true });
  t.mock.timers.tick(turns.maxWait - 1_000);
  t.mock.timers.tick(1_000);
  await waiting;
  resolve();
  await first;
  assert.equal(await patient, 'done');
});
