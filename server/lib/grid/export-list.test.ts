// Tests of exported lists through HTTP: typed cells, the reader's zone and words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSheet } from 'read-excel-file/node';
import { companyEmailMessages } from '#contract/messaging/mail.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { buildMail } from '#server/testing/build/mail.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

async function exporting(app: TestApp) {
  const business = await buildBusiness(app, { actions: ['admin', 'sys'] });
  const cookie = await signIn(app, business.employee);
  const file = (path: string, query: string) => app.server.inject({ url: `/${path}?${query}`, headers: cookie });
  return { ...business, file };
}

test('times are wall times of the requested zone, words are labels, in both formats', async () => {
  await using app = await testApp();
  const { company, file } = await exporting(app);
  const createdAt = '2026-02-28T22:30:05.9Z';
  await buildMail(app, { companyId: company.id, subject: '=1+1', html: '', plain: '', state: 'queued', createdAt });
  const { path } = companyEmailMessages.operations.export;
  const query = 'columns=Created,Subject,State,Sent&timeZone=Asia/Tokyo&startDate=2026-02-01';
  const csv = await file(path, query);
  assert.equal(
    csv.body,
    "\uFEFFCreated (Asia/Tokyo),Subject,State,Sent\r\n2026-03-01 07:30:05,'=1+1,Waiting,No\r\n",
    csv.body,
  );
  const xlsx = await file(path, `${query}&format=xlsx`);
  assert.deepEqual(await readSheet(xlsx.rawPayload), [
    ['Created (Asia/Tokyo)', 'Subject', 'State', 'Sent'],
    [new Date('2026-03-01T07:30:05Z'), '=1+1', 'Waiting', false],
  ]);
  const refused = await file(path, 'timeZone=Asia/Nowhere');
  assert.equal(refused.statusCode, 417);
});

test('without a zone, times count in that of the caller’s location; money is a number', async () => {
  await using app = await testApp();
  const { company, employee, file } = await exporting(app);
  await app.database.write
    .updateTable('locations')
    .set({ timeZone: 'Pacific/Auckland' })
    .where('id', '=', employee.locationId)
    .execute();
  const createdAt = '2026-03-01T12:00:00Z';
  await buildMail(app, { companyId: company.id, subject: 'Hello', html: '', plain: '', state: 'sent', createdAt });
  const mails = await file(companyEmailMessages.operations.export.path, 'columns=Created');
  assert.equal(mails.body, '\uFEFFCreated (Pacific/Auckland)\r\n2026-03-02 01:00:00\r\n');
  await setTerms(app, { monthlyCost: 12.5 }, company.id);
  const query = `columns=MonthlyCost,MaxUsers&format=xlsx&search=name:${encodeURIComponent(company.name)}`;
  const companies = await file(systemCompanies.operations.export.path, query);
  const [head, row] = await readSheet(companies.rawPayload);
  assert.match(String(head?.[0]), /\(EUR\)$/);
  assert.equal(row?.[0], 12.5);
  assert.equal(typeof row?.[1], 'number');
});

test('CSV separates cells as the spreadsheet of the reader’s language expects', async () => {
  await using app = await testApp();
  const { company, employee } = await exporting(app);
  await setTerms(app, { monthlyCost: 12.5 }, company.id);
  const name = 'Salon; “Anna”, Riga';
  await app.database.write.updateTable('companies').set({ name }).where('id', '=', company.id).execute();
  const { path } = systemCompanies.operations.export;
  for (const [language, line] of [
    ['en', '"Salon; “Anna”, Riga",12.5'],
    ['de', '"Salon; “Anna”, Riga";12,5'],
    ['es', '"Salon; “Anna”, Riga";12,5'],
    ['fr', '"Salon; “Anna”, Riga";12,5'],
    ['lt', '"Salon; “Anna”, Riga";12,5'],
    ['lv', '"Salon; “Anna”, Riga";12,5'],
  ] as const) {
    const headers = { ...(await signIn(app, employee)), 'accept-language': language };
    const { body } = await app.server.inject({ url: `/${path}?columns=Name,MonthlyCost`, headers });
    assert.equal(body.split('\r\n')[1], line, language);
  }
});
