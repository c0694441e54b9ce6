// Tests of the turns in which lists are read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { Refusal } from '#server/lib/refusal.ts';
import { listTurns } from './list-turns.ts';

const turns = { perCompany: 2, total: 3, maxWaiting: 2, maxWait: 30_000 };

/** Starts reads that run until `finish` is called. */
function reads(options: Partial<typeof turns> = {}) {
  const withTurn = listTurns({ ...turns, ...options });
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
  const { start, names, running } = reads({ perCompany: 3 });
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
  const withTurn = listTurns(turns);
  for (let i = 0; i < 5; i++)
    await assert.rejects(
      withTurn('one', () => Promise.reject(new Error('failed'))),
      /failed/,
    );
});
