// Tests of the terms of companies: the operator changes them from a day on, and the past stays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { company } from '#contract/company/details.ts';
import { companyLocations } from '#contract/company/locations.ts';
import { seller } from '#contract/money/seller.ts';
import { systemCompanies } from '#contract/operations/companies.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, setTerms } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { samples } from '#server/testing/lists/list-samples.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { getTerms, changeTerms, update, getById } = systemCompanies.operations;

async function begin(app: TestApp) {
  const business = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys', 'admin'] })).employee;
  const [admin, sys] = [await signIn(app, business.employee), await signIn(app, operator)];
  return { ...business, operator, companyId: business.company.id, admin, sys };
}

const basic = {
  monthlyCost: 29,
  smsCost: 0.0725,
  discountPercentage: 0,
  discountMonths: 0,
  maxUsers: 20,
  maxLocations: 5,
  extraUserCost: null,
  extraLocationCost: null,
};

test('terms hold from a day on; before it the present ones do, and the history shows both', async () => {
  await using app = await testApp();
  const { companyId, employee, operator, admin, sys } = await begin(app);
  const { answer: history } = await app.call(changeTerms, { companyId, from: '2026-04-01', ...basic }, sys);
  assert.equal(history.today, '2026-03-02');
  assert.deepEqual(
    history.terms.map(({ from, until, monthlyCost, maxUsers }) => [from, until, monthlyCost, maxUsers]),
    [
      ['2026-04-01', null, 29, 20],
      [null, '2026-03-31', 0, 10],
    ],
  );
  assert.equal((await app.call(company.get, {}, admin)).answer.maxUsers, 10);
  app.clock.set('2026-03-31T23:59:59Z');
  assert.equal((await app.call(company.get, {}, await signIn(app, employee))).answer.maxUsers, 10);
  app.clock.set('2026-04-01T00:00:00Z');
  assert.equal((await app.call(company.get, {}, await signIn(app, employee))).answer.maxUsers, 20);
  const row = (await app.call(getById, { id: companyId }, await signIn(app, operator))).answer;
  assert.deepEqual([row.monthlyCost, row.smsCost, row.extraUserCost], [29, 0.0725, null]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('new terms replace those that begin on their day or later', async () => {
  await using app = await testApp();
  const { companyId, sys } = await begin(app);
  for (const [from, monthlyCost] of [
    ['2026-05-01', 50],
    ['2026-06-01', 60],
    ['2026-05-01', 55],
    ['2026-03-02', 10],
    ['2026-03-02', 11],
  ] as const) {
    await app.call(changeTerms, { companyId, from, ...basic, monthlyCost }, sys);
  }
  const { answer } = await app.call(getTerms, { companyId }, sys);
  assert.deepEqual(
    answer.terms.map(({ from, until, monthlyCost }) => [from, until, monthlyCost]),
    [
      ['2026-03-02', null, 11],
      [null, '2026-03-01', 0],
    ],
  );
});

test('a day begins at midnight of the seller', async () => {
  await using app = await testApp();
  const { companyId, operator } = await begin(app);
  app.clock.set('2026-03-02T22:30:00Z');
  const sys = await signIn(app, operator);
  await app.call(seller.update, { timeZone: 'Europe/Riga' }, sys);
  assert.equal((await app.call(getTerms, { companyId }, sys)).answer.today, '2026-03-03');
  assert.equal((await app.call(changeTerms, { companyId, from: '2026-03-02', ...basic }, sys)).status, 417);
});

test('the past, an unknown company, wrong prices and an old version are refused; nothing changes', async () => {
  await using app = await testApp();
  const { companyId, sys } = await begin(app);
  const before = await app.call(getTerms, { companyId }, sys);
  const change = (given: object) => app.call(changeTerms, { companyId, from: '2026-04-01', ...basic, ...given }, sys);
  for (const [given, key] of [
    [{ from: '2026-03-01' }, 'From'],
    [{ from: '2026-02-30' }, 'From'],
    [{ monthlyCost: -1 }, 'MonthlyCost'],
    [{ monthlyCost: 1_000_000 }, 'MonthlyCost'],
    [{ monthlyCost: 9.999 }, 'MonthlyCost'],
    [{ smsCost: 0.00001 }, 'SmsCost'],
    [{ discountPercentage: 101 }, 'DiscountPercentage'],
  ] as const) {
    const refused = await change(given);
    assert.deepEqual([refused.status, JSON.parse(refused.body)[0].Key], [417, key]);
  }
  assert.equal((await change({ companyId: '00000000-0000-4000-8000-000000000001' })).status, 404);
  assert.equal((await app.call(getTerms, { companyId }, sys)).body, before.body);
  assert.equal((await change({ version: before.answer.version })).status, 200);
  assert.equal((await change({ version: before.answer.version, monthlyCost: 1 })).status, 409);
});

test('an update of the company as the specification has it changes the terms from today on, if they differ', async () => {
  await using app = await testApp();
  const { companyId, sys } = await begin(app);
  await app.call(update, { id: companyId, name: 'Renamed' }, sys);
  assert.equal((await app.call(getTerms, { companyId }, sys)).answer.terms.length, 1);
  const { answer: row } = await app.call(update, { id: companyId, monthlyCost: 12.5, maxUsers: 7 }, sys);
  assert.deepEqual([row.monthlyCost, row.maxUsers, row.maxLocations], [12.5, 7, 3]);
  const { terms } = (await app.call(getTerms, { companyId }, sys)).answer;
  assert.deepEqual(
    terms.map(({ from, monthlyCost }) => [from, monthlyCost]),
    [
      ['2026-03-02', 12.5],
      [null, 0],
    ],
  );
});

test('beyond the maximum, locations are added where they have a price', async () => {
  await using app = await testApp();
  const { companyId, admin } = await begin(app);
  await setTerms(app, { maxLocations: 1 }, companyId);
  const insert = () =>
    app.call(companyLocations.operations.insert, samples.companyLocations?.input?.({} as never) as never, admin);
  assert.equal((await insert()).status, 417);
  await setTerms(app, { extraLocationCost: 5 }, companyId);
  assert.equal((await insert()).status, 200);
});
