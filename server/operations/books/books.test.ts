// Tests of the operator's books: a verification on request with its progress and result, accounts, and balances.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { bookChecks } from '#contract/money/books.ts';
import { systemPayments } from '#contract/money/payments.ts';
import { systemBalances, systemBooks } from '#contract/operations/books.ts';
import { reserve } from '#server/balance/deposits/reserve.ts';
import { transaction } from '#server/db/transaction.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { runJob } from '#server/operations/jobs/run-job.ts';
import { addNewJobs } from '#server/operations/jobs/store.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildInvoice, buildPayment } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';

const { get, getAccounts, verify } = systemBooks;
const { manualConfirm, manualCancel } = systemPayments.operations;

async function begin(app: TestApp) {
  await addNewJobs(app.database.write);
  const { company } = await buildBusiness(app);
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  const sys = await signIn(app, operator);
  const { id } = await buildPayment(app, company, { amount: 10 });
  await app.call(manualConfirm, { id }, sys);
  return { company, paymentId: id, operator, sys };
}

test('the operator verifies the books on request, and sees the result of the last run', async () => {
  await using app = await testApp();
  const { sys } = await begin(app);
  const { answer: before } = await app.call(get, {}, sys);
  assert.deepEqual([before.isAsked, before.run], [false, null]);
  assert.equal((await app.call(verify, {}, sys)).answer.isAsked, true);
  await runJob(app, 'books');
  const { answer: right } = await app.call(get, {}, sys);
  const total = bookChecks.length;
  assert.deepEqual(right, {
    isAsked: false,
    run: {
      startedAt: '2026-03-02T08:00:00+00:00',
      endedAt: '2026-03-02T08:00:00+00:00',
      isRunning: false,
      done: total,
      total,
      wrong: [],
    },
  });
  const { answer: ledger } = await app.call(getAccounts, {}, sys);
  assert.deepEqual(ledger.accounts, [
    { key: 'bank', balance: 10 },
    { key: 'receivables', balance: 0 },
    { key: 'deposits', balance: -10 },
    ...['vat', 'sales', 'usage', 'rounding', 'opening'].map((key) => ({ key, balance: 0 })),
  ]);

  await app.database.write.updateTable('deposits').set({ posted: 11 }).execute();
  app.clock.advance({ minutes: 1 });
  await app.call(verify, {}, sys);
  await runJob(app, 'books');
  const { answer: wrong } = await app.call(get, {}, sys);
  assert.deepEqual(
    wrong.run?.wrong.map(({ check, expected, found }) => [check, expected, found]),
    [['depositEntries', 10, 11]],
  );
});

test('a verification shows its progress, and one whose process died has stopped', async () => {
  await using app = await testApp();
  const { operator } = await begin(app);
  const seen: number[] = [];
  const done = await verifyBooks(app.database, {
    onChecked: async (count) => {
      seen.push(count);
    },
  });
  assert.deepEqual([done, seen], [[], bookChecks.map((_, index) => index + 1)]);
  const run = { id: randomUUID(), startedAt: app.clock.now(), done: 3, total: bookChecks.length };
  await app.database.write.insertInto('bookRuns').values(run).execute();
  const state = async () => {
    const { answer } = await app.call(get, {}, await signIn(app, operator));
    return [answer.run?.isRunning, answer.run?.done, answer.run?.endedAt];
  };
  assert.deepEqual(await state(), [true, 3, null]);
  app.clock.advance({ minutes: 31 });
  assert.deepEqual(await state(), [false, 3, null]);
});

test('each company has what it paid in, what is reserved and free, and what it owes', async () => {
  await using app = await testApp();
  const { company, paymentId, sys } = await begin(app);
  await transaction({ ...app, db: app.database.write }, (tx) =>
    reserve(tx, { companyId: company.id, units: 40_000, source: { kind: 'sms', id: randomUUID() } }),
  );
  const rowOf = async () => {
    const search = `company:${company.name}`;
    const { answer } = await app.call(systemBalances.operations.getPaginated, { search }, sys);
    return answer.balances.find(({ id }) => id === company.id) ?? assert.fail('no row');
  };
  const first = await rowOf();
  assert.deepEqual([first.posted, first.held, first.free, first.receivable, first.lastInvoice], [10, 4, 6, 0, null]);
  await app.call(manualCancel, { id: paymentId }, sys);
  await buildInvoice(app, company, { cents: 2_500 });
  const then = await rowOf();
  assert.deepEqual([then.posted, then.held, then.free, then.receivable, then.lastInvoice], [4, 4, 0, 29, 'INV-000001']);
  const { answer: ordered } = await app.call(systemBalances.operations.getPaginated, { order: '-Receivable' }, sys);
  assert.equal(ordered.balances[0]?.id, company.id);
  const file = await app.call(systemBalances.operations.export, {}, sys);
  assert.match(file.body, new RegExp(`${company.name}.*INV-000001`));
});
