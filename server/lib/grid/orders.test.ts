// Tests that the orders of lists of millions are read from indexes: no plan sorts the whole list.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resources } from '#contract/all.ts';
import { type AnyResource, fieldOf } from '#contract/lib/resource.ts';
import { wireName } from '#contract/lib/wire.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildFile } from '#server/testing/build/file.ts';
import { buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildSms } from '#server/testing/build/sms.ts';
import { explain, nodesOf, type Plan, recordStatements } from '#server/testing/database/explain.ts';
import { testApp } from '#server/testing/test-app.ts';

const tables = ['email_messages', 'sms_messages', 'deliveries', 'payments', 'invoices', 'files'];
const names = [
  ...(['companyEmailMessages', 'systemEmailMessages', 'companySmsMessages', 'systemSmsMessages'] as const),
  ...(['companyPayments', 'systemPayments', 'companyInvoices', 'systemInvoices', 'systemFileUploads'] as const),
];

/** As if every table were large: rows are read in order where an index has it. */
const asLarge = 'enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off';

/** Indexes that find few rows: one by its id, and those that are being sent. */
const few = ['invoices_pkey', 'deliveries_claimed'];

/** The tables of which a plan sorts more than a few rows. */
function sortedTables(plan: Plan): string[] {
  return nodesOf(plan)
    .filter((node) => /Sort$/.test(node['Node Type']) && !isByTime(node))
    .map((node) => limitedAbove(node))
    .filter((read) => !read.some((node) => few.includes(node['Index Name'] ?? '')))
    .flatMap((read) => read.map((node) => node['Relation Name'] ?? ''))
    .filter((table) => tables.includes(table));
}

/** Sorts those of one instant. */
function isByTime(node: Plan): boolean {
  return node['Presorted Key']?.some((key) => /\b(created|issued)_at\b/.test(key)) ?? false;
}

/** A node and those below it, down to the limits. */
function limitedAbove(node: Plan): Plan[] {
  return node['Node Type'] === 'Limit' ? [] : [node, ...(node.Plans ?? []).flatMap(limitedAbove)];
}

test('every order of messages, payments, invoices and files is read from an index', async () => {
  // A number that no other test of this process uses: the database is new. The size of a table that others filled
  // changes the plans.
  await using app = await testApp({ connections: 5 });
  const { company, employee } = await buildBusiness(app, { actions: ['admin', 'sys'] });
  await buildMail(app, { companyId: company.id });
  await buildSms(app, company.id);
  await buildPayment(app, company);
  await buildInvoice(app, company);
  await buildFile(app, company);
  const headers = await signIn(app, employee);
  const client = await app.database.connect();
  const problems: string[] = [];
  for (const name of names) {
    const list = resources[name] as unknown as AnyResource;
    const columns = list.declared.sort.map((field) => wireName(field, fieldOf(list.declared, field)));
    // The tab of a list begins with its last days.
    const ranges = list.declared.range ? ['', '&startDate=2020-01-01'] : [''];
    for (const order of columns.flatMap((column) => [column, `-${column}`])) {
      for (const range of ranges) {
        const url = `/${list.operations.getPaginated.path}?order=${order}${range}`;
        const statements = await recordStatements(async () => {
          const answer = await app.server.inject({ url, headers });
          assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
        });
        const statement = statements.find(({ text }) => text.includes('TotalRows')) ?? assert.fail(url);
        const keys = nodesOf(await explain(client, statement, asLarge)).find(
          (node) => node['Subplan Name'] === 'CTE keys',
        );
        assert.ok(keys, url);
        const sorted = sortedTables(keys);
        if (sorted.length > 0) problems.push(`${url} sorts ${sorted.join(', ')}`);
      }
    }
  }
  await client.end();
  assert.deepEqual(problems, []);
});
