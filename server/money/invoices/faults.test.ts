// Tests of invoices with faults between any two statements, in several processes, and with slow statements.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { companyPayments, systemPayments } from '#contract/money/payments.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness, buildCompany, setTerms } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { noTransactions } from '#server/testing/database/no-transactions.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { type Fault, withFault, withSlow } from '#server/testing/faults/faults.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { issueInvoices } from './issue-invoices.ts';
import { makeInvoiceFiles } from './pdf/invoice-files.ts';
import { sendOverdueNotices } from './send-overdue-notices.ts';

const { pay } = companyInvoices.operations;
const { confirmTransfer, credit, issueAgain } = systemInvoices.operations;
const { manualConfirm } = systemPayments.operations;

async function people(app: TestApp) {
  const details = { name: 'Daybook SIA', address: 'Riga', iban: 'DE89370400440532013000', vatId: 'LV1', vatRate: 21 };
  await app.database.write.updateTable('seller').set(details).execute();
  const { company: payer, employee } = await buildBusiness(app, { actions: ['admin'] });
  const operator = (await buildBusiness(app, { actions: ['sys'] })).employee;
  await setTerms(app, { monthlyCost: 10 });
  return { payer, admin: await signIn(app, employee), sys: await signIn(app, operator) };
}

async function billFrom(app: TestApp, month: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into billing (company_id, since, next_period) select id, ${month}::date, ${month}::date from companies
    on conflict (company_id) do update set since = excluded.since, next_period = excluded.next_period`.execute(
    app.database.write,
  );
  return Number(numAffectedRows);
}

async function numbers(app: TestApp): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select number::int as number from invoices where series = 'INV' order by number`.execute(app.database.read);
  return rows.map(({ number }) => number);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** For each statement of `act`: prepares, then calls `act` with a fault at that statement, then without any. */
async function atEveryStatement(
  app: TestApp,
  { prepare, act }: { prepare: () => Promise<void>; act: (isFaulty: boolean) => Promise<void> },
): Promise<number> {
  const statementAt = async (fault: Fault) => {
    await prepare();
    const text = await withFault(app, fault, () => act(true));
    if (text === undefined) return undefined;
    await noTransactions(app);
    await act(false);
    return text;
  };
  for (let at = 1; ; at++) {
    const text = await statementAt({ at, when: 'before' });
    if (text === undefined) return at - 1;
    // After any other statement, the database is as before the next.
    if (text === 'commit') await statementAt({ at, when: 'after' });
  }
}

test('a run that breaks at any of its statements leaves nothing half done; the next one issues the rest, once', async () => {
  await using app = await testApp();
  await people(app);
  const companies = await billFrom(app, '2026-02-01');
  let months = 0;
  const prepare = async () => {
    const month = Temporal.PlainDate.from('2026-03-01').add({ months: months++ });
    app.clock.set(`${month}T08:00:00Z`);
  };
  const act = async (isFaulty: boolean) => {
    await issueInvoices(app).catch((error) => assert.ok(isFaulty, error));
    if (isFaulty) return;
    assert.deepEqual(await numbers(app), upTo(companies * months), 'one for each company and month');
  };
  const statements = await atEveryStatement(app, { prepare, act });
  // Nothing of the books is ever removed: a contradiction would still be there.
  assert.deepEqual(await verifyBooks(app.database), []);
  assert.ok(statements >= 12, `${statements} statements`);
});

test('paying, confirming, crediting and issuing again break at any statement, and are whole when they are repeated', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  let id = '';
  const prepare = async () => {
    ({ id } = await buildInvoice(app, payer, { cents: 4_000 }));
  };
  const act = async (isFaulty: boolean) => {
    // The server refuses to repeat an action that was done before the fault.
    const isDone = ({ status, body }: { status: number; body: string }) => {
      const isFine = status === 200 || status === 417;
      assert.ok(isFine || isFaulty, body);
      return isFine;
    };
    if (!isDone(await app.call(pay, { id }, admin))) return;
    const { payments } = (await app.call(companyPayments.operations.getPaginated, {}, admin)).answer;
    const own = payments.filter((one) => one.invoice?.id === id);
    assert.ok(own.length <= 1, 'one payment');
    const [payment] = own;
    if (payment && !isDone(await app.call(manualConfirm, { id: payment.id }, sys))) return;
    for (const operation of [credit, issueAgain]) if (!isDone(await app.call(operation, { id }, sys))) return;
    if (isFaulty) return;
    const { rows } = await sql<{ notes: number; again: number; paid: number }>`
      select (select count(*)::int from invoices where credits_id = ${id}) as notes,
        (select count(*)::int from invoices where replaces_id = ${id}) as again,
        (select count(*)::int from payments where invoice_id = ${id} and status = 'confirmed') as paid`.execute(
      app.database.read,
    );
    assert.deepEqual(rows, [{ notes: 1, again: 1, paid: 1 }]);
  };
  const statements = await atEveryStatement(app, { prepare, act });
  assert.deepEqual(await verifyBooks(app.database), []);
  assert.ok(statements >= 30, `${statements} statements`);
});

test('a transfer that is confirmed and a top-up that is added break at any statement, and are whole or not made', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  let id = '';
  const prepare = async () => {
    ({ id } = await buildInvoice(app, payer, { cents: 4_000 }));
    // The limit of top-ups counts by the hour.
    app.clock.advance({ minutes: 5 });
  };
  const act = async (isFaulty: boolean) => {
    const isFine = ({ status }: { status: number }) => status === 200 || status === 417;
    const transfer = await app.call(confirmTransfer, { id }, sys);
    const added = await app.call(companyPayments.operations.add, { amount: 10 }, admin);
    assert.ok(isFaulty || (isFine(transfer) && added.status === 200), transfer.body + added.body);
    if (isFaulty) return;
    const { rows } = await sql<{ paid: number; settled: number; topUps: number; notices: number }>`
      select (select count(*)::int from payments where invoice_id = ${id} and status = 'confirmed') as paid,
        (select sum(amount)::float8 from invoice_settlements where invoice_id = ${id}) as settled,
        (select count(*)::int from payments where invoice_id is null) as top_ups,
        (select count(*)::int from reminders where type = 'paymentNew') as notices`.execute(app.database.read);
    const [{ topUps, notices, ...rest } = assert.fail()] = rows;
    assert.deepEqual(rest, { paid: 1, settled: 40 });
    assert.equal(notices, topUps, 'the operator is told of each');
  };
  const statements = await atEveryStatement(app, { prepare, act });
  assert.deepEqual(await verifyBooks(app.database), []);
  assert.ok(statements >= 15, `${statements} statements`);
});

test('the making of a file breaks at any statement; each invoice has one file and one mail', async () => {
  await using app = await testApp();
  const { payer } = await people(app);
  const prepare = async () => {
    await buildInvoice(app, payer);
  };
  const act = async (isFaulty: boolean) => {
    const { failed } = await makeInvoiceFiles(app);
    if (isFaulty) return;
    assert.equal(failed, 0);
    const { rows } = await sql<{ invoices: number; files: number; mails: number }>`
      select (select count(*)::int from invoices) as invoices,
        (select count(*)::int from invoice_files where pdf_hash is not null and announced_at is not null) as files,
        (select count(*)::int from email_messages) as mails`.execute(app.database.read);
    const [{ invoices, files, mails } = assert.fail()] = rows;
    assert.deepEqual([files, mails], [invoices, invoices]);
  };
  const statements = await atEveryStatement(app, { prepare, act });
  assert.ok(statements >= 5, `${statements} statements`);
});

test('overdue notices break at any statement; each level of an invoice is queued once', async () => {
  await using app = await testApp();
  const { payer } = await people(app);
  const prepare = async () => {
    await buildInvoice(app, payer);
    app.clock.advance({ hours: 24 * 17 });
  };
  const act = async (isFaulty: boolean) => {
    await sendOverdueNotices(app).catch((error) => assert.ok(isFaulty, error));
    if (isFaulty) return;
    const { rows } = await sql<{ mails: number; notices: number; invoices: number }>`
      select (select count(*)::int from email_messages) as mails, count(distinct (invoice_id, created_at))::int as notices,
        (select count(distinct invoice_id)::int from dunning) as invoices from dunning`.execute(app.database.read);
    const { rows: due } = await sql<{ count: number }>`
      select count(*)::int as count from invoices i where due_date + 3 <= seller_day(${app.clock.now()}::timestamptz)`.execute(
      app.database.read,
    );
    // Levels that are due at the same time are one mail.
    assert.equal(rows[0]?.mails, rows[0]?.notices);
    assert.equal(rows[0]?.invoices, due[0]?.count, 'no invoice was left out');
  };
  const statements = await atEveryStatement(app, { prepare, act });
  assert.ok(statements >= 8, `${statements} statements`);
});

test('three processes issue at once and two are killed: each company and month has one invoice, numbered 1 to n', async () => {
  await using app = await testApp();
  await people(app);
  for (let made = 0; made < 150; made++) await buildCompany(app);
  await setTerms(app, { monthlyCost: 5 });
  const companies = await billFrom(app, '2025-01-01');
  const { user, host, port, database } = app.database.connection;
  const given = JSON.stringify({ connection: { user, host, port, database }, now: app.clock.now().toString() });
  const children: ChildProcess[] = [];
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    for (const child of children) await end(child);
  });
  for (let number = 0; number < 3; number++) {
    const path = join(import.meta.dirname, '../../testing/faults/issue-process.ts');
    children.push(spawn(process.execPath, [path, given], { stdio: ['ignore', 'ignore', 'inherit'] }));
  }
  const months = 14;
  // In the middle of their work.
  for (const [child, from] of [
    [children[0], 50],
    [children[1], 500],
  ] as const) {
    await until(async () => (await numbers(app)).length >= from);
    assert.ok(child);
    await end(child);
  }
  await until(async () => (await numbers(app)).length >= companies * months);
  assert.deepEqual(await numbers(app), upTo(companies * months));
  assert.deepEqual(await verifyBooks(app.database), []);
});

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    assert.ok(tries < 600, 'it did not come to pass');
    await sleep(50);
  }
}

test('a second tab pays while the first one is slow: both get the same payment', async () => {
  await using app = await testApp();
  const { payer, admin } = await people(app);
  const { id } = await buildInvoice(app, payer, { cents: 4_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  await withSlow(app, { matching: /insert into payments/, release: promise }, async (held) => {
    const slow = app.call(pay, { id }, admin);
    await held;
    const quick = await app.call(pay, { id }, admin);
    assert.equal(quick.status, 200);
    resolve();
    assert.equal((await slow).answer.id, quick.answer.id);
  });
  const { answer } = await app.call(companyPayments.operations.getPaginated, {}, admin);
  assert.equal(answer.totalRows, 1);
});

test('a company pays while its invoice is credited or its transfer confirmed: no payment stays open', async () => {
  await using app = await testApp();
  const { payer, admin, sys } = await people(app);
  for (const operation of [credit, confirmTransfer]) {
    for (const slow of ['pay', 'decision'] as const) {
      const { id } = await buildInvoice(app, payer, { cents: 4_000 });
      const { promise, resolve } = Promise.withResolvers<void>();
      // Each has locked the invoice when the other begins.
      const matching = slow === 'pay' ? /insert into payments/ : /insert into "?(deposits|payment_moves)/;
      await withSlow(app, { matching, release: promise }, async (held) => {
        const both = [app.call(slow === 'pay' ? pay : operation, { id }, slow === 'pay' ? admin : sys)];
        await held;
        both.push(app.call(slow === 'pay' ? operation : pay, { id }, slow === 'pay' ? sys : admin));
        await waitForLock(app);
        resolve();
        const statuses = (await Promise.all(both)).map(({ status }) => status);
        assert.deepEqual(statuses, slow === 'pay' ? [200, 200] : [200, 417], `${slow} first`);
      });
      const { rows } = await sql<{ status: string }>`
        select status from payments where invoice_id = ${id} and status in ('created', 'pending')`.execute(
        app.database.read,
      );
      assert.deepEqual(rows, [], `${slow} first`);
    }
  }
  assert.deepEqual(await verifyBooks(app.database), []);
});
