// Tests of migration 0021: terms and balances of companies are taken over, and the books are right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { databaseBefore, insertRow } from '#server/testing/database/database-before.ts';
import { migrationFiles, migrationSql } from './migrate.ts';
import { openDatabase } from './pool.ts';

const migration = '0021-balance.sql';

test('terms and balances of today are taken over, each balance by an opening transaction', async () => {
  await using before = await databaseBefore(migration);
  const { client } = before;
  const terms = {
    monthly_cost: 29,
    sms_cost: 0.07,
    discount_months: 3,
    discount_percentage: 12.5,
    max_users: 7,
    max_locations: 2,
  };
  const rich = await insertRow(client, 'companies', { name: 'Rich', additional_balance: 25.5, ...terms });
  const poor = await insertRow(client, 'companies', { name: 'Poor', additional_balance: -3.2 });
  const none = await insertRow(client, 'companies', { name: 'None' });
  await client.query(await migrationSql(migration));

  const rows = async (text: string) => (await client.query(text)).rows;
  const [taken] =
    await rows(`select monthly_cost::float8, sms_cost::float8, discount_months, discount_percentage::float8, max_users,
    max_locations from company_terms where company_id = '${rich}' and valid = '(,)' and extra_user_cost is null`);
  assert.deepEqual(taken, terms);
  assert.equal((await rows('select from company_terms')).length, 3);
  const deposits = await rows(
    'select company_id, posted::float8, credit_limit::float8 from deposits order by posted desc',
  );
  assert.deepEqual(deposits, [
    { company_id: rich, posted: 25.5, credit_limit: 0 },
    { company_id: poor, posted: -3.2, credit_limit: 3.2 },
  ]);
  const entries = await rows('select company_id, account, amount::float8 from entries order by amount');
  assert.deepEqual(entries, [
    { company_id: rich, account: 'deposits', amount: -25.5 },
    { company_id: poor, account: 'opening', amount: -3.2 },
    { company_id: poor, account: 'deposits', amount: 3.2 },
    { company_id: rich, account: 'opening', amount: 25.5 },
  ]);
  assert.equal((await rows(`select from transactions where company_id = '${none}'`)).length, 0);
  // The books are verified as they are today.
  const later = (await migrationFiles()).filter((name) => name > migration);
  for (const name of later) await client.query(await migrationSql(name));
  const database = openDatabase(before.connection, { max: 1 });
  assert.deepEqual(await verifyBooks(database).finally(() => database.close()), []);
});
