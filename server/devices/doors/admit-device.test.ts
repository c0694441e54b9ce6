// Tests who is let in at the doors of devices, at which cost, and where keys are found afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { PrinterConnection } from '#contract/devices/devices.ts';
import { openDatabase } from '#server/db/pool.ts';
import { endDeviceKey, giveDeviceKey, hashDeviceKey } from '#server/devices/keys/device-keys.ts';
import { maxPerKey, maxUnknown } from '#server/lib/http/door-limits.ts';
import { openLive } from '#server/lib/live.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildDevice } from '#server/testing/build/device.ts';
import { queriesOf } from '#server/testing/database/count-queries.ts';
import { noticesCame } from '#server/testing/database/notices-came.ts';
import { eventually } from '#server/testing/process.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { admitDevice } from './admit-device.ts';
import { deviceDirectory } from './device-directory.ts';
import { seenDevices } from './seen-devices.ts';

const address = '192.0.2.1';

async function withPrinter(app: TestApp, connection: PrinterConnection = 'star') {
  const { employee } = await buildBusiness(app);
  const { write } = app.database;
  const { id } = await buildDevice(app, employee);
  await write.updateTable('devices').set({ connection }).where('id', '=', id).execute();
  const device = { companyId: employee.companyId, id };
  const key = await giveDeviceKey(write, device);
  return { device, key, poll: (door: 'star' | 'epson' | 'agent' = 'star') => admitDevice(app, { door, key, address }) };
}

const isUnknown = { status: 404, code: 'error.notFound' };

test('a key opens the door of its device, and no other', async () => {
  await using app = await testApp();
  const { device, key, poll } = await withPrinter(app);
  assert.match(key, /^[\w-]{43}$/);
  const admitted = await poll();
  assert.deepEqual(
    [admitted.companyId, admitted.id, admitted.connection, admitted.dots, admitted.hasWork, admitted.media],
    [device.companyId, device.id, 'star', 576, false, []],
  );
  for (const door of ['epson', 'agent'] as const) await assert.rejects(poll(door), isUnknown);
  for (const wrong of ['', 'x', `${key}x`, key.toLowerCase(), 'A'.repeat(43)]) {
    await assert.rejects(admitDevice(app, { door: 'star', key: wrong, address }), isUnknown);
  }
  // In the row of its own company alone.
  const other = await withPrinter(app);
  assert.equal((await other.poll()).companyId, other.device.companyId);
  assert.notEqual(other.device.companyId, device.companyId);
});

test('the database has the hash of a key, its audits have neither', async () => {
  await using app = await testApp();
  const { device, key } = await withPrinter(app);
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    app.database.read,
  );
  const hash = hashDeviceKey(key);
  const forms = [key, hash.toString('hex'), hash.toString('base64')];
  const holding: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.table(name)} t where ${sql.join(
        forms.map((form) => sql`position(${form} in t::text) > 0`),
        sql` or `,
      )}) as found`.execute(app.database.read);
    if (rows[0]?.found) holding.push(name);
  }
  assert.deepEqual(holding, ['device_states']);
  const { rows } = await sql<{ keyHash: Buffer }>`
    select key_hash from device_states where device_id = ${device.id}`.execute(app.database.read);
  assert.deepEqual(rows[0]?.keyHash, hash);
});

test('a poll without work costs no query, one after a change costs one', async () => {
  await using app = await testApp();
  const { device, poll } = await withPrinter(app);
  await noticesCame(app);
  await poll();
  assert.deepEqual(await queriesOf(() => Promise.all(Array.from({ length: 50 }, () => poll()))), []);
  deviceDirectory(app).forget(device.id);
  assert.equal((await queriesOf(async () => [await poll(), await poll()])).length, 1);
});

test('a changed or ended key is refused by every process', async () => {
  await using app = await testApp();
  const { device, key, poll } = await withPrinter(app);
  const database = openDatabase(app.database.connection, { max: 2 });
  const live = await openLive(database.connect, app.log);
  const other = { ...app, database, live };
  const pollOther = () => admitDevice(other, { door: 'star', key, address });
  try {
    await Promise.all([poll(), pollOther()]);
    const next = await giveDeviceKey(app.database.write, device);
    const isRefused = (attempt: () => Promise<unknown>) => () =>
      attempt().then(
        () => false,
        (error) => error.status === 404,
      );
    for (const attempt of [poll, pollOther]) await eventually('the former key is refused', isRefused(attempt));
    const admit = () => admitDevice(other, { door: 'star', key: next, address });
    assert.equal((await admit()).id, device.id);
    await endDeviceKey(app.database.write, device);
    await eventually('the ended key is refused', isRefused(admit));
  } finally {
    await live.close();
    await database.close();
  }
});

test('another connection, and the removal of the device, end its key at the door', async () => {
  await using app = await testApp();
  const { device, poll } = await withPrinter(app);
  await poll();
  const { write } = app.database;
  const refused = () =>
    poll().then(
      () => false,
      (error) => error.status === 404,
    );
  await write.updateTable('devices').set({ connection: 'epson' }).where('id', '=', device.id).execute();
  await eventually('the door of the former connection is closed', refused);
  assert.equal((await poll('epson')).id, device.id);
  await write.deleteFrom('devices').where('id', '=', device.id).execute();
  await eventually('the key is gone', () =>
    poll('epson').then(
      () => false,
      (error) => error.status === 404,
    ),
  );
});

test('a device with waiting paper has work, also when notices were missed', async () => {
  await using app = await testApp();
  const { device, poll } = await withPrinter(app);
  assert.equal((await poll()).hasWork, false);
  const locations = sql`select location_id from devices where id = ${device.id}`;
  await sql`
    insert into print_jobs (company_id, id, device_id, location_id, type_id, language, document, title, cause_kind,
      cause_key, short_id, created_at, expires_at)
    select ${device.companyId}, gen_random_uuid(), ${device.id}, (${locations}), t.id, 'en', '{}', 'Note', 'note', '1',
      'A', now(), 'infinity' from listing_types t where t.key = 'note'`.execute(app.database.write);
  await eventually('the poll knows of the paper', async () => (await poll()).hasWork);
  await noticesCame(app);
  assert.equal((await poll()).hasWork, true);
  await sql`alter table print_jobs disable trigger user`.execute(app.database.write);
  await sql`update print_jobs set state = 'cancelled'`.execute(app.database.write);
  assert.equal((await poll()).hasWork, true);
  deviceDirectory(app).forget('');
  assert.equal((await poll()).hasWork, false);
  await sql`alter table print_jobs enable trigger user`.execute(app.database.write);
});

test('polls of many devices are stored with one statement, by the clock of the server', async () => {
  await using app = await testApp();
  const printers = [await withPrinter(app), await withPrinter(app), await withPrinter(app)];
  const read = async () => {
    const { rows } = await sql<{ version: string; versionAt: unknown; seenAt: unknown }>`
      select version, version_at, seen_at from device_states order by device_id`.execute(app.database.read);
    return rows.map(({ version, versionAt, seenAt }) => [version, versionAt && `${versionAt}`, seenAt && `${seenAt}`]);
  };
  const seen = seenDevices(app);
  const [first, ...others] = printers;
  for (const { poll } of printers) await poll();
  seen.note(first?.device.id ?? '', 'mC-Print3 1.2');
  assert.equal((await queriesOf(() => seen.flush())).length, 1);
  const start = '2026-03-02T08:00:00Z';
  assert.deepEqual(await read(), [['mC-Print3 1.2', start, start], ...others.map(() => ['', null, start])]);

  app.clock.advance({ minutes: 5 });
  for (const { poll } of printers) await poll();
  seen.note(first?.device.id ?? '', 'mC-Print3 1.2');
  await seen.flush();
  const later = '2026-03-02T08:05:00Z';
  assert.deepEqual(await read(), [['mC-Print3 1.2', start, later], ...others.map(() => ['', null, later])]);
  assert.deepEqual(await queriesOf(() => seen.flush()), []);

  // A clock that was set back.
  app.clock.advance({ hours: -24 });
  for (const { poll } of printers) await poll();
  await seen.flush();
  assert.deepEqual(
    (await read()).map(([, , at]) => at),
    [later, later, later],
  );
});

test('a key has a limit of its own; unknown keys have one per network, which known devices do not meet', async () => {
  await using app = await testApp();
  const { poll } = await withPrinter(app);
  const calm = await withPrinter(app);
  await calm.poll();
  for (let count = 0; count < maxPerKey; count++) await poll();
  await assert.rejects(poll(), { status: 429, retryAfter: 60 });
  await calm.poll();

  const guess = (from: string) =>
    admitDevice(app, { door: 'star', key: hashDeviceKey(from + Math.random()).toString('base64url'), address: from });
  for (let count = 0; count < maxUnknown; count++) await assert.rejects(guess(address), isUnknown);
  const queries = await queriesOf(() => assert.rejects(guess(address), { status: 429 }));
  assert.deepEqual(queries, []);
  await calm.poll();
  // Also after a change, which costs a query.
  deviceDirectory(app).forget(calm.device.id);
  await calm.poll();
  await assert.rejects(guess('192.0.2.2'), isUnknown);
  app.clock.advance({ minutes: 1 });
  await assert.rejects(guess(address), isUnknown);
  await poll();
});

test('a reading that a change overtakes is not kept, and none for long', async ({ mock }) => {
  await using app = await testApp();
  const { device, key } = await withPrinter(app);
  const directory = deviceDirectory(app);
  const hash = hashDeviceKey(key);
  await noticesCame(app);
  await directory.find(hash);
  directory.forget(device.id);
  const reading = directory.find(hash);
  directory.forget(device.id);
  await reading;
  const findTwice = async () => [await directory.find(hash), await directory.find(hash)];
  const queried = await queriesOf(findTwice);
  assert.equal(queried.length, 1, queried.join());
  const later = performance.now() + 300_000;
  mock.method(performance, 'now', () => later);
  const queriedLater = await queriesOf(findTwice);
  assert.equal(queriedLater.length, 1, queriedLater.join());
});
