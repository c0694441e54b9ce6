// Tests that the outcome of a sent message is written however long the database is away: else it would be sent again.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { noteDatabaseError } from '#server/db/database-away.ts';
import { kyselyOn } from '#server/db/kysely-on.ts';
import type { Database } from '#server/db/pool.ts';
import type { Settled } from './settle-deliveries.ts';
import { outcomeWriter } from './write-outcomes.ts';

function sent(): Settled {
  const delivery = { id: randomUUID(), claimedBy: randomUUID(), guarantee: 'again' } as Settled['delivery'];
  const outcome = { state: 'sent', answer: '250 OK', reason: '' } as const;
  return { delivery, medium: 'mail', routeId: randomUUID(), outcome, at: Temporal.Now.instant() };
}

/** A writer on a database that fails this often; and how often it was tried. */
function writerThatFails(times: number, errorOf: () => Error) {
  const tries = { count: 0 };
  const write = kyselyOn(async () => {
    tries.count++;
    if (tries.count <= times) throw errorOf();
    return { rows: [], command: 'UPDATE', rowCount: 0 };
  });
  const services = { database: { write } as unknown as Database, log: pino({ level: 'silent' }) };
  return { tries, ...outcomeWriter(services, new AbortController().signal, [], 1) };
}

test('while the database is lost an outcome is tried without an end; what the database refuses is tried ten times', async () => {
  const lost = () => {
    const error = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    noteDatabaseError(error);
    return error;
  };
  const away = writerThatFails(60, lost);
  const written = away.write(sent());
  while (away.tries.count < 2) await sleep(1);
  assert.equal(away.isBehind(), true, 'its claim is not taken for that of a dead process');
  await written;
  assert.equal(away.tries.count, 61);
  assert.equal(away.isBehind(), false);
  const refusing = writerThatFails(60, () => new Error('violates a constraint'));
  await refusing.write(sent());
  assert.equal(refusing.tries.count, 10);
});
