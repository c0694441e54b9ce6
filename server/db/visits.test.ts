// Tests of migration 0018: every event of a customer becomes a visit, nothing is lost, and no time becomes free or
// taken.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationSql } from './migrate.ts';

const migration = '0018-visits.sql';

const people = [
  { name: 'Anna Berg', e_mail: 'anna@example.org', phone_number: '' },
  { name: 'ANNA BERG', e_mail: 'Anna@Example.org', phone_number: '' },
  { name: 'Child Berg', e_mail: 'anna@example.org', phone_number: '' },
  { name: 'Petr', e_mail: '', phone_number: '+371 20 000 001' },
  { name: 'petr', e_mail: '', phone_number: '0037120000001' },
  { name: 'Only a name', e_mail: '', phone_number: '' },
  { name: 'Only a name', e_mail: '', phone_number: '' },
  { name: '', e_mail: '', phone_number: '' },
];
const statuses = ['confirmed', 'requested', 'cancelled', 'held'];

async function fill(client: pg.Client) {
  const company_id = await insertRow(client, 'companies', { name: 'One' });
  const calendar_id = await insertRow(client, 'calendars', { company_id });
  const user_id = await insertRow(client, 'users', { log_in: 'anna@salon.test' });
  const service_id = await insertRow(client, 'services', { company_id, name: 'Cut', minutes: 15, price: 40 });
  const contact_id = await insertRow(client, 'contacts', { company_id, name: 'Anna Berg', e_mail: 'anna@example.org' });
  let hour = 0;
  for (const [index, person] of people.entries()) {
    for (const status of statuses) {
      for (const by of [null, user_id]) {
        const start = Date.UTC(2026, 2, 2, hour++);
        const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
        const id = await insertRow(client, 'events', {
          ...person,
          company_id,
          calendar_id,
          user_id: by,
          service_id: index % 2 ? service_id : null,
          contact_id: index === 0 && by ? contact_id : null,
          title: 'Cut',
          start_at: at(10),
          end_at: at(25),
          time_zone: 'Europe/Riga',
          type: 'success',
          status,
          held_until: status === 'held' ? at(0) : null,
          occupied: `[${at(5)},${at(40)})`,
          sequence: 3,
        });
        if (status === 'requested' && !by) {
          const link = {
            token_hash: Buffer.from(id),
            purpose: 'appointment',
            company_id,
            event_id: id,
            expires_at: at(10),
          };
          await insertRow(client, 'action_links', link);
          await insertRow(client, 'email_messages', {
            company_id,
            event_id: id,
            from_e_mail: 'a@b.test',
            to_e_mail: 'c@d.test',
            subject: 's',
            html: '',
            message_id: id,
          });
        }
      }
    }
  }
}

const rowsOf = async (client: pg.Client, query: string) => (await client.query(query)).rows;

test('customers, times, links and mails of all events are taken over', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  await fill(client);
  const customerColumns = 'name, e_mail, phone_number, sequence, status, held_until';
  const query = (from: string) => `select id, ${customerColumns} from ${from} order by id`;
  const was = await rowsOf(
    client,
    query(`events where user_id is null or name || e_mail || phone_number <> '' or contact_id is not null`),
  );
  const blocking = await rowsOf(
    client,
    `select id, calendar_id, lower(occupied) as from_at, upper(occupied) as to_at from events where status <> 'cancelled' order by id`,
  );
  const blocked = await rowsOf(
    client,
    `select id from events where user_id is not null and name || e_mail || phone_number = '' and status <> 'cancelled' order by id`,
  );
  const audits = await rowsOf(client, 'select count(*) from data_audits');
  await client.query(`begin; ${await migrationSql(migration)}; commit`);

  assert.deepEqual(await rowsOf(client, query('visits')), was);
  assert.deepEqual(
    await rowsOf(
      client,
      'select id, calendar_id, lower(occupied) as from_at, upper(occupied) as to_at from events where blocks order by id',
    ),
    blocking,
  );
  assert.deepEqual(
    await rowsOf(
      client,
      'select id from events e where not exists (select from visit_parts p where p.event_id = e.id) order by id',
    ),
    blocked,
    'events without a customer stay without a visit',
  );
  const [parts] = await rowsOf(
    client,
    `select count(*)::int as parts, count(distinct visit_id)::int as visits, min(buffer_before) as before, max(buffer_after) as after,
       count(*) filter (where service_name = 'Cut' and price = 40)::int as named from visit_parts`,
  );
  assert.deepEqual(parts, { parts: was.length, visits: was.length, before: 5, after: 15, named: 28 });
  assert.deepEqual(
    await rowsOf(
      client,
      `select c.name, count(*)::int as visits from visits v join contacts c on c.id = v.contact_id
       where v.status <> 'held' group by c.id, c.name order by 1, 2`,
    ),
    [
      { name: 'Anna Berg', visits: 12 },
      { name: 'Child Berg', visits: 6 },
      ...Array.from({ length: 12 }, () => ({ name: 'Only a name', visits: 1 })),
      { name: 'petr', visits: 12 },
    ],
    'one customer for each address and name, or number and name',
  );
  const [linked] = await rowsOf(
    client,
    `select (select count(*)::int from action_links where visit_id is not null) as links,
       (select count(*)::int from email_messages where visit_id is not null) as mails`,
  );
  assert.deepEqual(linked, { links: people.length, mails: people.length });
  assert.deepEqual(await rowsOf(client, 'select count(*) from data_audits'), audits, 'no audit of the move');
});
