// Tests of billing details: what invoices say about a company, who may change it, and reverse charge.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { companyBilling, systemBilling } from '#contract/money/billing.ts';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { issueInvoices } from '#server/money/invoices/issue-invoices.ts';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { withSlow } from '#server/testing/faults/faults.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { get, update } = companyBilling;
const { checkVatId, getById, getPaginated } = systemBilling.operations;

const given = {
  name: 'Šķiedra un dēli SIA',
  address: 'Brīvības iela 1, Rīga',
  country: 'LV',
  vatId: 'lv 4000 3032 949',
  billingEMail: 'bills@barber.test',
  reference: 'PO-77',
};

async function people(app: TestApp) {
  const seller = { name: 'Daybook GmbH', address: 'Berlin', iban: 'DE89370400440532013000', vatRate: 19 };
  await app.database.write
    .updateTable('seller')
    .set({ ...seller, vatId: 'DE136695976' })
    .execute();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  await setTerms(app, { monthlyCost: 10 }, company.id);
  await sql`insert into billing (company_id, since, next_period) values (${company.id}, '2026-02-01', '2026-02-01')`.execute(
    app.database.write,
  );
  return { company, employee, operator, admin: await signIn(app, employee), sys: await signIn(app, operator) };
}

async function issueFor(app: TestApp, companyId: string) {
  assert.equal((await issueInvoices(app)).issued, 1);
  const { rows } = await sql<{ buyer: Record<string, string>; total: number; categories: string[] }>`
    select i.buyer, i.grand_total::float8 as total, array(select v.category from invoice_vat v where v.invoice_id = i.id) as categories
    from invoices i where i.company_id = ${companyId}`.execute(app.database.read);
  return rows[0] ?? assert.fail('no invoice');
}

test('a company states its details; the invoice has them, and an issued one keeps them', async () => {
  await using app = await testApp();
  const { company, admin } = await people(app);
  const { answer: before } = await app.call(get, {}, admin);
  assert.deepEqual(
    [before.missing, before.company.name, before.version],
    [['name', 'address', 'country'], company.name, ''],
  );
  assert.deepEqual((await app.call(companyInvoices.operations.getNext, {}, admin)).answer.missing, before.missing);
  const { answer: saved } = await app.call(update, { ...given, version: before.version }, admin);
  assert.deepEqual([saved.vatId, saved.missing, saved.vatIdCheckedAt], ['LV40003032949', [], null]);
  const { buyer } = await issueFor(app, company.id);
  const { billingEMail: eMail, ...rest } = given;
  assert.deepEqual(buyer, { ...rest, vatId: 'LV40003032949', eMail });
  await app.call(update, { name: 'Another' }, admin);
  const { rows } = await sql<{ name: string }>`select buyer ->> 'name' as name from invoices`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, [{ name: given.name }]);
});

test('where details are missing, the invoice has those of the company; the operator sees how many companies lack them', async () => {
  await using app = await testApp();
  const { company, admin, sys } = await people(app);
  await app.call(update, { address: 'Rīga' }, admin);
  const { buyer } = await issueFor(app, company.id);
  assert.deepEqual([buyer.name, buyer.address, buyer.vatId], [company.name, 'Rīga', '']);
  const count = async () => (await app.call(systemInvoices.operations.getMissing, {}, sys)).answer.incompleteBuyers;
  const all = await count();
  await app.call(update, given, admin);
  assert.equal(await count(), all - 1);
});

test('a VAT number that cannot exist, an unknown country and a second writer are refused', async () => {
  await using app = await testApp();
  const { admin } = await people(app);
  for (const [wrong, key] of [
    [{ vatId: 'LV40003032948' }, 'VatId'],
    [{ vatId: '40003032949' }, 'VatId'],
    [{ vatId: 'XX123' }, 'VatId'],
    [{ country: 'ZZ' }, 'Country'],
    [{ country: 'Latvia' }, 'Country'],
    [{ billingEMail: 'nowhere' }, 'BillingEMail'],
    [{ name: 'x'.repeat(101) }, 'Name'],
  ] as const) {
    const refused = await app.call(update, wrong, admin);
    assert.deepEqual([refused.status, refused.complaints[0]?.Key], [417, key], JSON.stringify(wrong));
  }
  assert.equal((await app.call(update, { ...given, version: '' }, admin)).status, 200);
  assert.equal((await app.call(update, { name: 'Two', version: '' }, admin)).status, 409);
  assert.equal((await app.call(get, {}, admin)).answer.name, given.name);
});

test('reverse charge needs a VAT number that the operator has checked, of another country of the European Union', async () => {
  await using app = await testApp();
  const { company, admin, sys } = await people(app);
  await app.call(update, given, admin);
  const next = async () => (await app.call(companyInvoices.operations.getNext, {}, admin)).answer;
  assert.deepEqual([(await next()).isReverseCharge, (await next()).grandTotal], [false, 11.9]);
  const { id } = company;
  const checked = { id, vatId: 'LV40003032949', isChecked: true };
  assert.equal((await app.call(checkVatId, { ...checked, vatId: 'LV1' }, sys)).status, 417);
  assert.equal((await app.call(checkVatId, { ...checked, id: crypto.randomUUID() }, sys)).status, 404);
  const { answer: row } = await app.call(checkVatId, checked, sys);
  assert.deepEqual([row.isVatIdChecked, row.vatIdCheckedAt], [true, '2026-03-02T08:00:00+00:00']);
  assert.deepEqual([(await next()).isReverseCharge, (await next()).grandTotal], [true, 10]);
  const { total, categories } = await issueFor(app, id);
  assert.deepEqual([total, categories], [10, ['AE']]);

  // Another number is not checked, nor is one of the seller's own country reverse charge.
  await app.call(update, { vatId: 'DE 129273398' }, admin);
  assert.equal((await app.call(getById, { id }, sys)).answer.isVatIdChecked, false);
  await app.call(checkVatId, { ...checked, vatId: 'DE129273398' }, sys);
  assert.equal((await next()).isReverseCharge, false);
  await app.call(update, { vatId: 'CHE-116.281.710 TVA' }, admin);
  await app.call(checkVatId, { ...checked, vatId: (await app.call(get, {}, admin)).answer.vatId }, sys);
  assert.equal((await next()).isReverseCharge, false);
});

test('a seller with a VAT number and a rate of 0 is exempt: no invoice has the standard rate of 0', async () => {
  await using app = await testApp();
  const { company, admin } = await people(app);
  await app.database.write.updateTable('seller').set({ vatRate: 0 }).execute();
  assert.equal((await app.call(companyInvoices.operations.getNext, {}, admin)).answer.grandTotal, 10);
  const { total, categories } = await issueFor(app, company.id);
  assert.deepEqual([total, categories], [10, ['E']]);
});

test('details that change while an invoice is issued come with the next: its VAT is that of the buyer it names', async () => {
  await using app = await testApp();
  const { company, admin, sys } = await people(app);
  await app.call(update, given, admin);
  await app.call(checkVatId, { id: company.id, vatId: 'LV40003032949', isChecked: true }, sys);
  const { promise, resolve } = Promise.withResolvers<void>();
  await withSlow(app, { matching: /insert into invoice_lines/, release: promise }, async (held) => {
    const issuing = issueInvoices(app);
    await held;
    const changing = app.call(update, { vatId: '' }, admin);
    await waitForLock(app);
    resolve();
    assert.deepEqual([(await issuing).issued, (await changing).status], [1, 200]);
  });
  const { rows } = await sql<{ vatId: string; category: string }>`
    select i.buyer ->> 'vatId' as vat_id, v.category from invoices i join invoice_vat v on v.invoice_id = i.id`.execute(
    app.database.read,
  );
  assert.deepEqual(rows, [{ vatId: 'LV40003032949', category: 'AE' }]);
  assert.equal((await app.call(get, {}, admin)).answer.vatId, '');
});

test('a caller of the company marks no VAT number as checked, not even in the database', async () => {
  await using app = await testApp();
  const { company, employee, admin, sys } = await people(app);
  await app.call(update, given, admin);
  const { clock } = app;
  const context = { ...app, db: app.database.write, user: { id: employee.userId, companyId: company.id } };
  const mark = () =>
    companyTransaction(context as unknown as SignedIn, { readOnly: false }, ({ db }) =>
      db.updateTable('billingProfiles').set({ vatIdCheckedAt: clock.now() }).execute(),
    );
  await mark();
  assert.equal((await app.call(get, {}, admin)).answer.vatIdCheckedAt, null);
  await app.call(checkVatId, { id: company.id, vatId: 'LV40003032949', isChecked: true }, sys);
  await app.call(update, { reference: 'PO-78' }, admin);
  assert.notEqual((await app.call(get, {}, admin)).answer.vatIdCheckedAt, null, 'another field leaves it');
});

test('the operator changes the details of any company, and finds the incomplete ones', async () => {
  await using app = await testApp();
  const { company, sys } = await people(app);
  const { answer: before } = await app.call(getById, { id: company.id }, sys);
  const { answer: row } = await app.call(
    systemBilling.operations.update,
    { id: company.id, ...given, version: before.version },
    sys,
  );
  assert.deepEqual([row.company, row.vatId, row.isComplete], [company.name, 'LV40003032949', true]);
  const stale = { id: company.id, name: 'Two', version: before.version };
  assert.equal((await app.call(systemBilling.operations.update, stale, sys)).status, 409);
  const { answer: found } = await app.call(getPaginated, { search: 'vatid:LV4000, iscomplete:true' }, sys);
  assert.deepEqual(
    found.billing.map(({ id }) => id),
    [company.id],
  );
});
