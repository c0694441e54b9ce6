// Tests of migration 0016: each person offers what they offered before, each appointment names the service that it
// named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { databaseBefore, insertRow as insert } from '#server/testing/database/database-before.ts';
import { migrationSql } from './migrate.ts';

const migration = '0016-company-services.sql';

type Service = Record<string, unknown> & { name: string };
const cut: Service = { name: 'Cut', description: 'Wash, cut, dry', minutes: 45, price: 40, buffer_after: 5 };

/** Two companies, three calendars, one without its person; the services of a calendar, and events of each service. */
async function fill(client: pg.Client): Promise<void> {
  for (const name of ['One', 'Two']) {
    const company_id = await insert(client, 'companies', { name });
    const calendars = [];
    for (let index = 0; index < 3; index++) calendars.push(await insert(client, 'calendars', { company_id }));
    const offers: Service[][] = [
      [cut, { ...cut, name: 'Colour', minutes: 90, price: 80 }, cut],
      [
        { ...cut, name: 'Beard', minutes: 20 },
        cut,
        { ...cut, price: 45 },
        { ...cut, is_active: false },
        { ...cut, notice_minutes: 60 },
      ],
      [{ ...cut, horizon_days: 30 }, { ...cut, name: 'cut' }, cut],
    ];
    for (const [index, calendar_id] of calendars.entries()) {
      for (const [position, service] of (offers[index] ?? []).entries()) {
        const service_id = await insert(client, 'services', { ...service, company_id, calendar_id, position });
        for (let number = 0; number < 3; number++) {
          const start = Date.UTC(2026, 2, 2 + index, 8 + position, number * 20);
          const [start_at, end_at] = [new Date(start).toISOString(), new Date(start + 900_000).toISOString()];
          const event = { company_id, calendar_id, service_id, start_at, end_at, title: `${service.name} ${number}` };
          const state = { time_zone: 'UTC', type: 'success', status: number ? 'confirmed' : 'cancelled' };
          await insert(client, 'events', { ...event, ...state, occupied: `[${start_at},${end_at})` });
        }
      }
    }
    const [calendar_id] = calendars;
    await insert(client, 'events', {
      company_id,
      calendar_id,
      title: 'Lunch',
      start_at: '2026-03-09T11:00:00Z',
      end_at: '2026-03-09T12:00:00Z',
      time_zone: 'UTC',
      type: 'warning',
      status: 'confirmed',
      occupied: '[2026-03-09T11:00:00Z,2026-03-09T12:00:00Z)',
    });
  }
}

const serviceFields = `s.name, s.description, s.minutes, s.price, s.buffer_before, s.buffer_after, s.notice_minutes,
  s.horizon_days, s.is_active`;

async function rowsOf(client: pg.Client, query: string): Promise<unknown[]> {
  return (await client.query(query)).rows;
}

/** The services of every calendar, and those that every event names; `doers` joins services with calendars. */
async function contents(client: pg.Client, doers: string) {
  return {
    offered: await rowsOf(
      client,
      `select k.company_id, k.id, ${serviceFields} from ${doers} order by 1, 2, s.name, s.price,
        s.notice_minutes, s.horizon_days, s.is_active`,
    ),
    booked: await rowsOf(
      client,
      `select e.id, e.title, e.calendar_id, e.status, ${serviceFields} from events e
       left join services s on s.company_id = e.company_id and s.id = e.service_id order by e.id`,
    ),
  };
}

test('after the move every calendar offers the same services and every event names the same one', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  await fill(client);
  const was = await contents(
    client,
    'services s join calendars k on k.company_id = s.company_id and k.id = s.calendar_id',
  );
  assert.deepEqual([was.offered.length, was.booked.length], [22, 68]);
  const audits = await rowsOf(client, 'select count(*) from data_audits');
  await client.query(`begin; ${await migrationSql(migration)}; commit`);
  const is = await contents(
    client,
    `services s join service_people p on p.company_id = s.company_id and p.service_id = s.id
     join calendars k on k.company_id = p.company_id and k.id = p.calendar_id`,
  );
  assert.deepEqual(is, was);
  // A calendar that had two equal services still has two.
  assert.deepEqual(
    await rowsOf(
      client,
      `select s.name, s.price, count(*)::integer as people from services s
       join service_people p on p.company_id = s.company_id and p.service_id = s.id
       join companies c on c.id = s.company_id and c.name = 'One'
       where s.name = 'Cut' and s.is_active and s.notice_minutes is null and s.horizon_days is null
       group by s.id, s.name, s.price order by s.price, people desc`,
    ),
    [
      { name: 'Cut', price: 40, people: 3 },
      { name: 'Cut', price: 40, people: 1 },
      { name: 'Cut', price: 45, people: 1 },
    ],
  );
  assert.deepEqual(await rowsOf(client, 'select count(*) from data_audits'), audits, 'no audit of the move');
  const places = await rowsOf(client, 'select company_id, count(*) <> max(position) as gap from services group by 1');
  assert.deepEqual(
    places.map((row) => (row as { gap: boolean }).gap),
    [false, false],
  );
});

test('after the move tables are watched as their settings say', async () => {
  await using database = await databaseBefore(migration);
  const { client } = database;
  await client.query("update table_settings set is_audit = name = 'events' where name in ('events', 'services')");
  await client.query(`begin; ${await migrationSql(migration)}; commit`);
  const rows = await rowsOf(
    client,
    `select tgrelid::regclass::text as "table", tgname as name, tgenabled <> 'D' as is_on from pg_trigger
     where tgrelid in ('events'::regclass, 'services'::regclass) and not tgisinternal order by 1, 2`,
  );
  assert.deepEqual(rows, [
    { table: 'events', name: 'data_audit', is_on: true },
    { table: 'events', name: 'data_sync', is_on: false },
    { table: 'events', name: 'events_changed', is_on: true },
    { table: 'services', name: 'data_audit', is_on: false },
    { table: 'services', name: 'data_sync', is_on: true },
  ]);
});
