// Tests that an import which is cut off between its chunks goes on with the same file, without doubles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingImports } from '#contract/booking/import.ts';
import type { Database } from '#server/db/pool.ts';
import { salonForImports } from '#server/testing/build/salon-for-imports.ts';

const rows = 500;

/** One every quarter of an hour, by turns for both people, each for another customer. */
const file = [
  'Start;Duration;Staff;Client;Mobile',
  ...Array.from({ length: rows }, (_, index) => {
    const start = Temporal.PlainDateTime.from('2026-12-01T08:00').add({ minutes: 15 * index });
    return `${start};15;${index % 2 ? 'Anna' : 'Boris'};Customer ${index};${20_000_000 + index}`;
  }),
].join('\n');

async function openConnection(database: Database) {
  const client = await database.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

test('an import whose connection ends between chunks is continued by the same file', async () => {
  await using salon = await salonForImports();
  const { database, company } = salon;
  // The chunks are in the order of the calendars: the last ones wait for this lock.
  const [, last = ''] = [salon.employee.calendarId, salon.colleague.calendarId].sort();
  await using connection = await openConnection(database);
  const { client } = connection;
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [last]);
  // An import adds the time that it takes to that of its call, which may be more than a minute on a loaded machine.
  const begun = performance.now();
  const passMinute = () => salon.clock.advance({ minutes: 1, milliseconds: Math.ceil(performance.now() - begun) });
  const running = salon.send('run', file);
  for (;;) {
    const { rows: waiting } = await client.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    if (waiting[0]) {
      await client.query('select pg_terminate_backend($1)', [waiting[0].pid]);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [last]);
  const stopped = await running;
  assert.equal(stopped.status >= 500, true, stopped.body.slice(0, 200));
  const imported = await salon.appointments();
  assert.equal(imported.length, 200);
  passMinute();
  const { counts } = await salon.run(file);
  assert.deepEqual(
    [counts.appointments.added, counts.appointments.unchanged],
    [rows - imported.length, imported.length],
  );
  const all = await salon.appointments();
  assert.equal(all.length, rows);
  assert.equal(new Set(all.map(({ name }) => name)).size, rows);
  assert.ok(all.every(({ lane }) => lane === 0));
  const contacts = await database.read
    .selectFrom('contacts')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('companyId', '=', company.id)
    .executeTakeFirstOrThrow();
  assert.equal(Number(contacts.count), rows);
  // Its process may have died without a word: then it is taken for stopped after a minute.
  await database.write.updateTable('imports').set({ state: 'running' }).where('state', '=', 'stopped').execute();
  passMinute();
  // Both parts are undone one after the other.
  const { answer: listed } = await salon.call(bookingImports.getAll, {}, salon.headers);
  assert.deepEqual(
    listed.map(({ state }) => state),
    ['done', 'stopped'],
  );
  for (const { id } of listed) {
    assert.equal((await salon.call(bookingImports.undo, { id }, salon.headers)).status, 200);
  }
  assert.deepEqual(await salon.appointments(), []);
});
