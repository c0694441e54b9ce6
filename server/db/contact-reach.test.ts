// Tests of migration 0022: employees and places reach the customers that their visits said before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationSql } from './migrate.ts';

const migration = '0022-contact-reach.sql';

test('each calendar and location reaches the customers of its visits, once', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  const company_id = await insertRow(client, 'companies', { name: 'One' });
  const calendar_id = await insertRow(client, 'calendars', { company_id });
  await insertRow(client, 'calendars', { company_id });
  const mara = await insertRow(client, 'contacts', { company_id, name: 'Mara' });
  await insertRow(client, 'contacts', { company_id, name: 'Lena' });
  for (const [hour, contact_id] of [mara, mara, null].entries()) {
    const start_at = new Date(Date.UTC(2026, 2, 2, hour)).toISOString();
    const end_at = new Date(Date.UTC(2026, 2, 2, hour, 30)).toISOString();
    const time = { company_id, start_at, end_at, time_zone: 'UTC' };
    const occupied = `{[${start_at},${end_at})}`;
    const event_id = await insertRow(client, 'events', {
      ...time,
      calendar_id,
      title: 'Cut',
      type: 'success',
      occupied,
    });
    const visit = {
      ...time,
      contact_id,
      day: '2026-03-02',
      status: 'confirmed',
      source: 'staff',
      calendar_uid: event_id,
    };
    const visit_id = await insertRow(client, 'visits', visit);
    await client.query(
      'insert into visit_parts (company_id, visit_id, event_id, service_name, minutes) values ($1, $2, $3, $4, 30)',
      [company_id, visit_id, event_id, 'Cut'],
    );
  }
  await client.query(await migrationSql(migration));
  const { rows } = await client.query('select calendar_id, contact_id from contact_calendars');
  assert.deepEqual(rows, [{ calendar_id, contact_id: mara }]);
});
