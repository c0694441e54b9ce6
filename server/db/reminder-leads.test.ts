// Tests of the bounds of reminder leads: the migration cuts others, and the database rejects them from then on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationFiles, migrationSql } from './migrate.ts';

test('leads of reminders outside the contract are cut, and no others are taken', async () => {
  const migration = (await migrationFiles()).find((name) => name.endsWith('-bounds-of-reminder-leads.sql')) ?? '';
  await using database = await databaseBefore(migration);
  const { client } = database;
  const before: [name: string, leads: number[]][] = [
    ['a', [24, 2]],
    ['b', [2147483647, 48]],
    ['c', [2, 4, 12, 24, 24]],
    ['d', []],
  ];
  for (const [name, leads] of before) await insertRow(client, 'companies', { name, reminder_leads: leads });
  const { rows: first } = await client.query("select id from companies where name = 'a'");
  const theirs = { employees: [{ reminder_leads: [9999], profession: 'Barber' }] };
  await client.query(
    `insert into restored_people (company_id, id, log_in, belongings) values ($1, gen_random_uuid(), 'a@b.example', $2)`,
    [first[0].id, JSON.stringify(theirs)],
  );
  await client.query(await migrationSql(migration));
  const { rows } = await client.query('select name, reminder_leads as leads from companies order by name');
  assert.deepEqual(
    rows.map(({ name, leads }) => [name, leads]),
    [
      ['a', [24, 2]],
      ['b', [48]],
      ['c', [24, 12, 4]],
      ['d', []],
    ],
  );
  const { rows: people } = await client.query('select belongings from restored_people');
  assert.deepEqual(people[0].belongings.employees, [{ reminder_leads: [], profession: 'Barber' }]);
  for (const leads of ['{1}', '{169}', '{2147483647}', '{2,3,4,5}', '{null}', '{{2,3},{4,5}}']) {
    await assert.rejects(
      client.query('update companies set reminder_leads = $1', [leads]),
      /companies_reminder_leads_check/,
      leads,
    );
  }
});
