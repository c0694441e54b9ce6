// Kills the process that reads an outside calendar between any two of its steps: the next reading ends as a fresh one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { sql } from 'kysely';
import { seedHint, someOf } from '#contract/testing/random-cases.ts';
import { calendarObject, type OutsideWorld, outsideWorld } from '#server/testing/build/outside-events.ts';
import { eventually } from '#server/testing/process.ts';
import { readDueCalendars } from './read-due-calendars.ts';

const script = join(import.meta.dirname, '../../../testing/faults/round-process.ts');
const tables = ['outside_objects', 'outside_times', 'outside_calendars'] as const;

interface Death {
  dieAt: number;
  isSent: boolean;
}

/** Reads what is due in a process of its own. Returns what it has printed, or undefined when it was killed. */
async function readInProcess({ app }: OutsideWorld, death?: Death): Promise<{ steps: number } | undefined> {
  const { config, clock, database } = app;
  const given = { connection: database.connection, now: clock.now().toString(), config, ...death };
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (signal === 'SIGKILL') return undefined;
  assert.equal(code, 0);
  return JSON.parse(output);
}

/** All that a reading leaves, but when it was. */
async function stateOf({ app }: OutsideWorld): Promise<unknown> {
  const { rows } = await sql`
    select (select json_agg(json_build_array(href, etag, uid, content, busy, problem, title) order by href)
        from outside_objects) as objects,
      (select json_agg(json_build_array(start_at, end_at) order by start_at) from outside_times) as times,
      (select json_agg(json_build_array(reason, status, failing_since, change_token, change_tag, claim, claimed_until,
        fewer_since, expanded_for)) from outside_calendars) as calendars`.execute(app.database.read);
  return rows[0];
}

test('kill -9 between any two steps opens no time, and the next reading ends as a fresh one', async () => {
  await using world = await outsideWorld();
  const { dav, app } = world;
  const write = app.database.write;
  // So far ahead that all of them stay in sight: each case takes some minutes of the clock.
  const put = (name: string, start: string) => dav.put(`${name}.ics`, calendarObject(name, start));
  put('a', '20260610T090000Z');
  put('b', '20260611T090000Z');
  put('c', '20260612T090000Z');
  await world.round();
  for (const table of tables) {
    await sql`create table ${sql.table(`before_${table}`)} as select * from ${sql.table(table)}`.execute(write);
  }
  const before = await world.times();
  put('a', '20260610T150000Z');
  put('d', '20260620T090000Z');
  dav.remove('c.ics');

  const start = app.clock.now().add({ minutes: 20 });
  const restore = async () => {
    app.clock.set(start);
    await sql`delete from outside_times`.execute(write);
    await sql`delete from outside_calendars`.execute(write);
    for (const table of tables.toReversed()) {
      await sql`insert into ${sql.table(table)} select * from ${sql.table(`before_${table}`)}`.execute(write);
    }
    await sql`update outside_calendars set due_at = 'epoch'`.execute(write);
  };
  await restore();
  const whole = (await readInProcess(world)) ?? assert.fail('no one has killed it');
  assert.ok(whole.steps > 15, `${whole.steps} steps`);
  const after = await world.times();
  assert.deepEqual(after, ['06-10T15:00 16:00', '06-11T09:00 10:00', '06-20T09:00 10:00']);
  const fresh = await stateOf(world);

  const deaths = Array.from({ length: whole.steps }, (_, at) => at + 1).flatMap((dieAt) => [
    { dieAt, isSent: false },
    { dieAt, isSent: true },
  ]);
  const seen = { former: 0, stored: 0 };
  for (const death of someOf(deaths, 6)) {
    await restore();
    const hint = `${JSON.stringify(death)} of ${whole.steps}. ${seedHint}`;
    assert.equal(await readInProcess(world, death), undefined, hint);
    await transactionsGone(world);
    const times = await world.times();
    const isStored = times.join() === after.join();
    seen[isStored ? 'stored' : 'former']++;
    assert.deepEqual(times, isStored ? after : before, hint);
    app.clock.advance({ minutes: 11 });
    assert.deepEqual(await readDueCalendars(app), { read: 1, failed: 0 }, hint);
    assert.deepEqual(await stateOf(world), fresh, hint);
  }
  assert.ok(seen.former > 0, 'most steps are before the end');
});

/** Resolves once PostgreSQL has ended what the lost process had begun. */
async function transactionsGone({ app }: OutsideWorld): Promise<void> {
  await eventually('no transaction is left', async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and xact_start is not null
        and pid <> pg_backend_pid()`.execute(app.database.write);
    return rows.length === 0;
  });
}
