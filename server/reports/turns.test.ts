// Tests of the turns in which a company reads reports: they wait without a connection, and keep no other company.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { services } from '#contract/all.ts';
import type { Operation } from '#contract/lib/service.ts';
import { withCompanyTurn } from '#server/lib/company-turns.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { testApp } from '#server/testing/test-app.ts';

const calls = [
  'company/reports/GetDashboard',
  'company/reports/GetReport?Subject=incomes&Start=2026-01-01&End=2026-12-31',
  'company/reports/GetCompany?Start=2026-01-01&End=2026-12-31',
  'company/incomes/GetSums?Start=2026-01-01&End=2026-12-31',
  'searches/GetPaginated?Search=anna',
];

test('reports, incomes and searches wait for a turn of their company, and other companies are answered', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  const { employee: other } = await buildBusiness(app, { actions: ['admin'] });
  const [headers, others] = [await signIn(app, employee), await signIn(app, other)];
  const { promise, resolve } = Promise.withResolvers<void>();
  const held = Array.from({ length: 2 }, () => withCompanyTurn(app, company.id, () => promise));
  let answered = 0;
  const get = (path: string, cookie: { cookie: string }) => app.server.inject({ url: `/api/${path}`, headers: cookie });
  const waiting = calls.map(async (path) => {
    const { statusCode, body } = await get(path, headers);
    answered++;
    assert.equal(statusCode, 200, body);
  });
  for (const path of calls) assert.equal((await get(path, others)).statusCode, 200);
  await sleep(50);
  assert.equal(answered, 0, 'all of the company wait');
  const { read, write } = app.database.sizes();
  assert.deepEqual([read.total - read.idle, write.total - write.idle], [0, 0], 'without a connection');
  resolve();
  await Promise.all([...held, ...waiting]);
});

test('every report takes turns', () => {
  const reads = [services.reports, services.incomes].flatMap((service) => Object.values<Operation>(service));
  const without = reads.filter(({ changes, inTurn }) => !changes && !inTurn).map(({ path }) => path);
  assert.deepEqual(without, []);
});
