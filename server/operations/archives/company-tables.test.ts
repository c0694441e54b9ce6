// Tests that the backup of companies knows every table and column, and that it archives no secret.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApp } from '#server/testing/test-app.ts';
import {
  archivedColumns,
  companyTables,
  declaredColumns,
  installationTables,
  restoredColumns,
} from './company-tables.ts';

const where = 'declare it in server/operations/archives/company-tables.ts (kept, mapped, never or omitted)';

test('the backup of companies knows every table and column of the database', async () => {
  await using app = await testApp();
  const client = await app.database.connect();
  const { rows } = await client
    .query<{ table: string; columns: string[] }>(
      `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.oid`,
    )
    .finally(() => client.end());
  const known = new Set([...Object.keys(companyTables), ...installationTables]);
  const live = new Set(rows.map(({ table }) => table));
  assert.deepEqual(
    [...live].filter((table) => !known.has(table)),
    [],
    `The backup does not know these tables: ${where}`,
  );
  assert.deepEqual(
    [...known].filter((table) => !live.has(table)),
    [],
    'These declared tables do not exist.',
  );
  assert.equal(known.size, Object.keys(companyTables).length + installationTables.length, 'a table is declared twice');
  for (const { table, columns } of rows) {
    const rule = companyTables[table];
    if (!rule) {
      assert.ok(!columns.includes('company_id'), `${table} has a company_id, so it has records of companies: ${where}`);
      continue;
    }
    assert.deepEqual(
      declaredColumns(rule).toSorted(),
      columns.toSorted(),
      `The columns of ${table} are not those that the backup knows: ${where}`,
    );
  }
});

test('a table that is archived only for people to read says why no restore reads it', () => {
  for (const [table, rule] of Object.entries(companyTables)) {
    const isOnlyRead = rule.never !== undefined && restoredColumns(rule).length === 0;
    assert.equal(
      rule.notRestored !== undefined,
      isOnlyRead,
      `${table}: set notRestored where all columns are \`never\``,
    );
  }
});

test('no column that may hold a secret is archived', () => {
  const suspicious = Object.entries(companyTables).flatMap(([table, rule]) =>
    archivedColumns(rule)
      .filter((column) => /password|secret|token|_hash$|private|recovery|credential|cipher/.test(column))
      .map((column) => `${table}.${column}`),
  );
  // The chains of registers and of invoices, which their papers show, and checksums of their files.
  assert.deepEqual(suspicious, [
    ...['till_registers.last_hash', 'till_journal.previous_hash'],
    ...['invoices.previous_hash', 'invoice_files.pdf_hash', 'invoice_files.xml_hash'],
  ]);
});
