// Tests of migration 0026: what bounced before the update is not told again, and stays a problem.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationSql } from './migrate.ts';

const migration = '0026-bounces.sql';

test('mails that bounced before the update count as told, and are not given up', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  const at = '2026-03-01T08:00:00Z';
  const mail = { medium: 'mail', queue: 'mail:visit', address: 'a@example.org', due_at: at, created_at: at };
  const failed = { ...mail, state: 'failed', settled_at: at, cause_kind: 'visit.request' };
  await insertRow(client, 'deliveries', { ...failed, reason: 'bounced', cause_key: 'one' });
  await insertRow(client, 'deliveries', { ...failed, reason: 'refused', cause_key: 'two' });
  await client.query(await migrationSql(migration));
  const { rows } = await client.query(
    'select cause_key, told_at is null as is_untold, given_up_at from deliveries order by cause_key',
  );
  assert.deepEqual(rows, [
    { cause_key: 'one', is_untold: false, given_up_at: null },
    { cause_key: 'two', is_untold: true, given_up_at: null },
  ]);
  await assert.rejects(
    client.query("insert into bounce_mailboxes (id, key, host, port) values (gen_random_uuid(), 'One', 'host', 0)"),
    /port/,
  );
});
