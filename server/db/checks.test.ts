// Tests of checks and switches of the database that guard records which no form reaches.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migratedDatabase } from '#server/testing/database/migration-databases.ts';

test('leads of reminders outside the contract are refused for companies, services and employees', async () => {
  await using database = await migratedDatabase();
  const { client } = database;
  const id = '00000000-0000-7000-8000-00000000c0c0';
  await client.query(`insert into companies (id, name) values ('${id}', 'One')`);
  await client.query(
    `insert into services (company_id, id, name, minutes, price, position) values ('${id}', '${id}', 'Cut', 30, 20, 1)`,
  );
  await client.query(`insert into users (id, log_in) values ('${id}', 'a@b.example')`);
  await client.query(`insert into employees (company_id, user_id, url_name) values ('${id}', '${id}', 'a')`);
  const { rows } = await client.query(`
    select c.reminder_leads, c.quiet_from, c.quiet_until, s.reminder_leads as of_service, e.reminder_leads as of_employee
    from companies c join services s on s.company_id = c.id join employees e on e.company_id = c.id`);
  const usual = { reminder_leads: [24, 2], quiet_from: 21, quiet_until: 8, of_service: null, of_employee: [] };
  assert.deepEqual(rows, [usual]);
  for (const table of ['companies', 'services', 'employees']) {
    for (const leads of ['{1}', '{169}', '{2147483647}', '{2,3,4,5}', '{null}', '{{2,3},{4,5}}']) {
      await assert.rejects(
        client.query(`update ${table} set reminder_leads = $1`, [leads]),
        new RegExp(`${table}_reminder_leads_check`),
        leads,
      );
    }
    await client.query(`update ${table} set reminder_leads = '{48,2}'`);
  }
});

test('a mailbox of bounces has a port', async () => {
  await using database = await migratedDatabase();
  await assert.rejects(
    database.client.query(
      "insert into bounce_mailboxes (id, key, host, port) values (gen_random_uuid(), 'One', 'host', 0)",
    ),
    /port/,
  );
});

test('the triggers of watched tables are switched as their settings say, from the start and by each change', async () => {
  await using database = await migratedDatabase();
  const { client } = database;
  const wrong = async () => {
    const { rows } = await client.query<{ name: string }>(`
      select s.name from table_settings s cross join lateral (
        select bool_or(t.tgenabled <> 'D') filter (where t.tgname = 'data_audit') as audits,
          bool_or(t.tgenabled <> 'D') filter (where t.tgname = 'data_sync') as publishes
        from pg_trigger t where t.tgrelid = s.name::regclass) t
      where (s.is_audit, s.is_sync) is distinct from (t.audits, t.publishes)`);
    return rows;
  };
  assert.deepEqual(await wrong(), []);
  await client.query('update table_settings set is_audit = not is_sync, is_sync = is_audit');
  assert.deepEqual(await wrong(), []);
  // As a later migration does it.
  await client.query(
    `create table later (id uuid primary key); call watch_table('later', audited => true, published => false)`,
  );
  assert.deepEqual(await wrong(), []);
});
