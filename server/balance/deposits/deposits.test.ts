// Tests of deposits: money is reserved, used and given back in any order, by several workers at once, and never twice.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cases, random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildCompany } from '#server/testing/build/business.ts';
import { whileKilled } from '#server/testing/faults/kill-connections.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';
import { settle } from './settle.ts';
import { takeBack } from './take-back.ts';
import { topUp } from './top-up.ts';

const within = <T>(app: TestApp, act: (tx: ServiceContext) => Promise<T>) =>
  transaction({ ...app, db: app.database.write }, act);

/** In units. */
async function depositOf(app: TestApp, companyId: string): Promise<{ posted: number; held: number }> {
  const { rows } = await sql<{ posted: number; held: number }>`
    select (posted * 10000)::bigint as posted, (held * 10000)::bigint as held from deposits where company_id = ${companyId}`.execute(
    app.database.read,
  );
  return { posted: Number(rows[0]?.posted), held: Number(rows[0]?.held) };
}

async function withDeposit(app: TestApp, units: number) {
  const { id: companyId } = await buildCompany(app);
  await within(app, (tx) => topUp(tx, { companyId, units, cause: { kind: 'payment', id: randomUUID(), step: 1 } }));
  return companyId;
}

const sms = () => ({ kind: 'sms', id: randomUUID() });

test('a hold is settled in part: what was used leaves the deposit once, the rest is free', async () => {
  await using app = await testApp();
  const companyId = await withDeposit(app, 10_000);
  const source = sms();
  for (const expected of [true, true]) {
    assert.equal(await within(app, (tx) => reserve(tx, { companyId, units: 1_500, source })), expected);
  }
  assert.deepEqual(await depositOf(app, companyId), { posted: 10_000, held: 1_500 });
  for (const expected of [true, false]) {
    assert.equal(await within(app, (tx) => settle(tx, { companyId, source, units: 700 })), expected);
  }
  assert.equal(await within(app, (tx) => release(tx, { companyId, source })), false);
  assert.deepEqual(await depositOf(app, companyId), { posted: 9_300, held: 0 });
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('more than what is free is not reserved, and more than what was reserved is not used', async () => {
  await using app = await testApp();
  const companyId = await withDeposit(app, 1_000);
  const source = sms();
  assert.equal(await within(app, (tx) => reserve(tx, { companyId, units: 600, source })), true);
  assert.equal(await within(app, (tx) => reserve(tx, { companyId, units: 401, source: sms() })), false);
  await assert.rejects(
    within(app, (tx) => settle(tx, { companyId, source, units: 601 })),
    /holds_end_whole/,
  );
  assert.deepEqual(await depositOf(app, companyId), { posted: 1_000, held: 600 });
  const { id } = await buildCompany(app);
  assert.equal(await within(app, (tx) => reserve(tx, { companyId: id, units: 1, source: sms() })), false, 'no deposit');
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('the credit limit extends what can be reserved', async () => {
  await using app = await testApp();
  const companyId = await withDeposit(app, 100);
  await sql`update deposits set credit_limit = 0.0050 where company_id = ${companyId}`.execute(app.database.write);
  assert.equal(await within(app, (tx) => reserve(tx, { companyId, units: 151, source: sms() })), false);
  assert.equal(await within(app, (tx) => reserve(tx, { companyId, units: 150, source: sms() })), true);
});

test('a payment that is taken back leaves what is held; the company owes it, and pays it first', async () => {
  await using app = await testApp();
  const { id: companyId } = await buildCompany(app);
  const payment = { kind: 'payment', id: randomUUID() };
  const move = { companyId, units: 10_000 };
  await within(app, (tx) => topUp(tx, { ...move, cause: { ...payment, step: 1 } }));
  const source = sms();
  await within(app, (tx) => reserve(tx, { companyId, units: 4_000, source }));
  for (const expected of [true, false]) {
    assert.equal(await within(app, (tx) => takeBack(tx, { ...move, cause: { ...payment, step: 2 } })), expected);
  }
  assert.deepEqual(await depositOf(app, companyId), { posted: 4_000, held: 4_000 });
  await within(app, (tx) => settle(tx, { companyId, source }));
  await within(app, (tx) => topUp(tx, { ...move, cause: { ...payment, step: 3 } }));
  assert.deepEqual(await depositOf(app, companyId), { posted: 6_000, held: 0 });
  const { rows } =
    await sql`select account, sum(amount)::float8 as amount from entries group by account having sum(amount) <> 0
    order by account`.execute(app.database.read);
  assert.deepEqual(rows, [
    { account: 'bank', amount: 1 },
    { account: 'deposits', amount: -0.6 },
    { account: 'usage', amount: -0.4 },
  ]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('no role of the application changes the ledger, and no transaction is out of balance', async () => {
  await using app = await testApp();
  await withDeposit(app, 10_000);
  for (const table of ['entries', 'transactions']) {
    for (const change of [
      sql`update ${sql.table(table)} set company_id = company_id`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)} cascade`,
    ]) {
      await assert.rejects(change.execute(app.database.write), /cannot be changed or deleted/);
    }
  }
  await assert.rejects(
    sql`insert into entries (company_id, transaction_id, account, amount)
      select company_id, transaction_id, 'usage', 1 from entries limit 1`.execute(app.database.write),
    /do not sum to zero/,
  );
});

test('a company with money cannot be deleted', async () => {
  await using app = await testApp();
  const companyId = await withDeposit(app, 1);
  await assert.rejects(app.database.write.deleteFrom('companies').where('id', '=', companyId).execute(), {
    code: '23001',
  });
});

interface Known {
  companyId: string;
  sources: { kind: string; id: string }[];
  payments: { kind: string; id: string }[];
}

/** One random movement; most name a record that another worker moves as well. */
async function moveAtRandom(
  tx: ServiceContext,
  { companyId, sources, payments }: Known,
  pick: (below: number) => number,
) {
  const source = sources[pick(sources.length)] ?? assert.fail();
  const payment = payments[pick(payments.length)] ?? assert.fail();
  const step = 1 + pick(3);
  switch (pick(8)) {
    case 0:
      return topUp(tx, { companyId, units: 100 * (1 + pick(30)), cause: { ...payment, step } });
    case 1:
      return takeBack(tx, { companyId, units: 100 * (1 + pick(20)), cause: { ...payment, step: step + 10 } });
    case 2:
    case 3:
    case 4:
      return reserve(tx, { companyId, units: 1 + pick(900), source });
    case 5:
    case 6:
      return settle(tx, { companyId, source });
    default:
      return release(tx, { companyId, source });
  }
}

for (const killed of [false, true]) {
  const when = killed ? ', while connections are killed between any two statements' : '';
  test(`eight workers move two deposits in random orders, and the books stay right${when}`, async () => {
    await using app = await testApp();
    const knowns = await Promise.all(
      [1, 2].map(async () => ({
        companyId: await withDeposit(app, 5_000),
        sources: Array.from({ length: 60 }, sms),
        payments: Array.from({ length: 10 }, () => ({ kind: 'payment', id: randomUUID() })),
      })),
    );
    const storm = () =>
      Promise.all(
        Array.from({ length: 8 }, async (_, worker) => {
          const pick = random(seed + worker);
          for (let round = 0; round < cases(125, 20); round++) {
            const known = knowns[pick(2)] ?? assert.fail();
            try {
              await within(app, (tx) => moveAtRandom(tx, known, pick));
            } catch (error) {
              // A killed connection: its transaction has moved nothing, or all. Anything else is a failure.
              if (!killed || /check|overdrawn|duplicate|deadlock/.test(String(error))) throw error;
            }
          }
        }),
      );
    const kills = killed ? await whileKilled(app, storm) : undefined;
    if (!killed) await storm();
    if (kills !== undefined) assert.ok(kills > 0, `${kills} kills`);
    assert.deepEqual(await verifyBooks(app.database), [], seedHint);
    for (const { companyId } of knowns) {
      const { posted, held } = await depositOf(app, companyId);
      assert.ok(posted >= held, seedHint);
      const { rows } = await sql<{ moved: number }>`
        select ((select coalesce(sum(-e.amount), 0) from transactions t join entries e on e.company_id = t.company_id and e.transaction_id = t.id
            where t.kind = 'payment' and e.account = 'deposits' and t.company_id = ${companyId})
          - (select coalesce(sum(amount), 0) from usage where company_id = ${companyId})) * 10000 as moved`.execute(
        app.database.read,
      );
      assert.equal(Number(rows[0]?.moved), posted, seedHint);
    }
  });
}
