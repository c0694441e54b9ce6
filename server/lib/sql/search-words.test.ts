// Tests of folding: TypeScript and PostgreSQL give the same plain letters, also in rows that were stored before.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyContacts } from '#contract/customers/contacts.ts';
import { folded } from '#contract/lib/folded.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildContact } from '#server/testing/build/contact.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const names = [
  'Łukasz Żółć',
  'Đorđe',
  'Søren Ørsted',
  'Ægir',
  'Yıldız Işık',
  'Großmann',
  'Þóra Guðný',
  'Œuvre',
  'Ħal Ŋ',
];
const plain = [
  'lukasz zolc',
  'dorde',
  'soren orsted',
  'aegir',
  'yildiz isik',
  'grossmann',
  'thora gudny',
  'oeuvre',
  'hal n',
];

test('letters without a base letter become plain ones, in PostgreSQL too', async () => {
  await using app = await testApp();
  assert.deepEqual(names.map(folded), plain);
  // Every letter of the scripts that people write names in with plain letters.
  const letters = Array.from({ length: 0x250 - 0x20 }, (_, index) => String.fromCodePoint(index + 0x20));
  const { rows } = await sql<{ letter: string; plain: string }>`
    select letter, folded(letter) as plain from unnest(${letters}::text[]) letter`.execute(app.database.read);
  for (const row of rows) assert.equal(row.plain, folded(row.letter), row.letter);
});

test('customers are found by plain letters and stand in their order', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  for (const name of ['Zoe', 'Maria', 'Łukasz', 'Karl', 'Øystein', 'Paul', 'Istvan', 'Işık'])
    await buildContact(app, company, { name });
  const headers = await signIn(app, employee);
  const list = async (search: string) => {
    const { answer } = await app.call(companyContacts.operations.getPaginated, { search, order: 'name' }, headers);
    return answer.contacts.map(({ name }) => name);
  };
  assert.deepEqual(await list(''), ['Işık', 'Istvan', 'Karl', 'Łukasz', 'Maria', 'Øystein', 'Paul', 'Zoe']);
  assert.deepEqual(await list('lukasz'), ['Łukasz']);
  assert.deepEqual(await list('ŁUKASZ'), ['Łukasz']);
  assert.deepEqual(await list('oystein'), ['Øystein']);
  assert.deepEqual(await list('isik'), ['Işık']);
});

test('what was stored before the change of folding is folded again, and triggers take no notice', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const { write } = app.database;
  const definition = sql<{ code: string }>`select pg_get_functiondef('folded(text)'::regprocedure) as code`;
  const { rows: before } = await definition.execute(write);
  await sql`
    create or replace function folded(words text) returns text language sql immutable strict parallel safe as
    $$ select regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]+', '', 'g') $$`.execute(write);
  const { id } = await buildContact(app, company, { name: 'Łukasz' });
  const stored = async () => {
    const { rows } = await sql`select name_key, search_text from contacts where id = ${id}`.execute(write);
    return rows[0] as { nameKey: string; searchText: string };
  };
  const old = await stored();
  assert.equal(old.nameKey, 'łukasz');
  const disabled = sql`select tgrelid::regclass::text, tgname from pg_trigger where tgenabled = 'D' order by 1, 2`;
  await sql`alter table contacts disable trigger data_sync`.execute(write);
  const { rows: triggers } = await disabled.execute(write);
  const text = await readFile(new URL('../../db/migrations/0013-plain-letters.sql', import.meta.url), 'utf8');
  await sql.raw(text).execute(write);
  const now = await stored();
  assert.equal(now.nameKey, 'lukasz');
  assert.match(now.searchText, /^lukasz/);
  assert.deepEqual((await disabled.execute(write)).rows, triggers);
  assert.deepEqual((await definition.execute(write)).rows, before);
  const headers = await signIn(app, employee);
  const { answer } = await app.call(companyContacts.operations.getPaginated, { search: 'lukasz' }, headers);
  assert.equal(answer.contacts.length, 1);
});
