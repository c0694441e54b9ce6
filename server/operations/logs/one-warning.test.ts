// Tests that a lost database is warned about once, and that other servers' losses stay as they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { noteDatabaseError } from '#server/db/database-away.ts';
import { warnOnceOfLostDatabase } from './one-warning.ts';

test('of the errors of a lost database the first warns, the others are debug lines; a lost mail server warns as ever', () => {
  const lines: { level: number; msg: string; category?: string }[] = [];
  let now = 0;
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = pino({ level: 'debug', hooks: warnOnceOfLostDatabase(() => now) }, stream);
  const refused = () => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const warnings = () => lines.splice(0).flatMap(({ level, msg }) => (level >= 40 ? [msg.slice(0, 20)] : []));
  const lost = refused();
  noteDatabaseError(lost);
  log.error({ err: lost, category: 'Jobs' }, 'jobs failed');
  log.child({ reqId: 1 }).warn({ err: new Error('wrapped', { cause: lost }) }, 'request refused');
  log.warn({ err: { message: 'Connection terminated unexpectedly', queue: 'tidy' } }, 'jobs failed');
  assert.deepEqual(warnings(), ['the database is lost']);
  log.warn({ err: refused(), category: 'Mail' }, 'not sent');
  log.error({ err: new Error('a fault') }, 'request failed');
  log.fatal({ err: lost }, 'unexpected error');
  log.warn('no error');
  assert.deepEqual(warnings(), ['not sent', 'request failed', 'unexpected error', 'no error']);
  // A minute of silence ends the outage.
  now += 61_000;
  log.warn({ err: lost }, 'jobs failed');
  now += 59_000;
  log.warn({ err: lost }, 'jobs failed');
  now += 59_000;
  log.warn({ err: lost }, 'jobs failed');
  assert.deepEqual(warnings(), ['the database is lost']);
});
