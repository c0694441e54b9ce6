// Tests of migration 0023: companies remind their customers from the update on, and nothing else changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationSql } from './migrate.ts';

const migration = '0023-reminders.sql';

test('companies get the usual reminders, and their services follow them', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  const company_id = await insertRow(client, 'companies', { name: 'One' });
  await insertRow(client, 'services', { company_id, name: 'Cut', minutes: 30, price: 20, position: 1 });
  await client.query(await migrationSql(migration));
  const { rows } = await client.query(`
    select c.reminder_leads, c.quiet_from, c.quiet_until, s.reminder_leads as of_service
    from companies c join services s on s.company_id = c.id`);
  assert.deepEqual(rows, [{ reminder_leads: [24, 2], quiet_from: 21, quiet_until: 8, of_service: null }]);
  await assert.rejects(client.query("update companies set reminder_leads = '{1}'"), /reminder_leads/);
});
