// Property test of the turns: whatever queues, claims, settles, releases and expires at the same time, every queued
// delivery of the lane `turn` has a turn that is not later.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { systemProblems } from '#contract/messaging/problems.ts';
import { cases, random, seed, seedHint } from '#contract/testing/random-cases.ts';
import { topUp } from '#server/balance/deposits/top-up.ts';
import { transaction } from '#server/db/transaction.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { waitForLock } from '#server/testing/database/wait-for-lock.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { type Claimed, claimNow, claimTurns } from './claim-deliveries.ts';
import { zeroRoute } from './medium.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { expireQueued, keepDeliveries, releaseExpiredClaims } from './release-claims.ts';
import { type Outcome, settleDeliveries, takeBackRefusals } from './settle-deliveries.ts';

const workers = 8;
const rounds = cases(125, 20);
const queues = ['mail:visit', 'mail:campaign'];
const claim = { medium: 'mail', routeId: zeroRoute, queues, mayStillSend: {} };
const smsQueues = ['sms:visit', 'sms:campaign'];
const smsClaim = { ...claim, medium: 'sms', queues: smsQueues };

/** Deliveries that no claim would ever find. */
async function lost(app: TestApp): Promise<unknown[]> {
  const { rows } = await sql`
    select d.id, d.queue, d.lane_key, d.due_at, t.next_due from deliveries d
    left join turns t on t.queue = d.queue and t.lane_key = d.lane_key
    where d.state = 'queued' and d.lane = 'turn' and (t.next_due is null or t.next_due > d.due_at)`.execute(
    app.database.read,
  );
  return rows;
}

test('random operations of eight workers lose no turn', async () => {
  await using app = await testApp();
  const { company, employee } = await buildBusiness(app, { actions: ['sys'] });
  const { sendAgain, giveUp, markArrived } = systemProblems.operations;
  const signedIn = () => signIn(app, employee);
  const now = () => app.clock.now();
  const { write: db } = app.database;

  async function operate(random: (below: number) => number): Promise<void> {
    const act = random(17);
    if (act === 12) await pay(random(20) * 500);
    else if (act === 13) await fund();
    else if (act > 13) await settleProblems(random);
    else if (act < 4) {
      await transaction({ ...app, db }, async (tx) => {
        const count = 1 + random(4);
        const isSms = random(3) === 0;
        const deliveries = Array.from({ length: count }, () => ({
          id: randomUUID(),
          companyId: company.id,
          medium: isSms ? 'sms' : 'mail',
          ...(isSms && { parts: 1, price: 500 }),
          purpose: random(2) ? ('visit' as const) : ('campaign' as const),
          ...(random(5) > 0 && { turnKey: `key ${random(3)}` }),
          guarantee: random(3) ? ('again' as const) : ('once' as const),
          address: `someone-${random(5)}@example.test`,
          dueAt: now().add({ seconds: random(3) ? 0 : random(200) }),
          expiresAt: random(4) ? undefined : now().add({ seconds: random(300) }),
          createdAt: now(),
          cause: { kind: 'test', key: randomUUID() },
        }));
        await queueDeliveries(tx.db, deliveries);
        if (random(6) === 0) throw new Error('undone');
      }).catch((error: Error) => assert.equal(error.message, 'undone'));
    } else if (act < 9) {
      const isSms = random(3) === 0;
      const of = isSms ? smsClaim : claim;
      const claimed = [...(await claimNow(app, of, random(3) + 1)), ...(await claimTurns(app, of, random(12) + 1))];
      const sending = claimed.filter(({ state }) => state === 'sending');
      // Some claims are never settled, as after a kill.
      await settleDeliveries(
        db,
        sending
          .filter(() => random(5) > 0)
          .map((delivery) => ({
            delivery,
            medium: of.medium,
            routeId: zeroRoute,
            outcome: outcomeOf(delivery, random),
            at: now(),
          })),
      );
      if (random(6) === 0)
        await takeBackRefusals(
          db,
          sending.map(({ id }) => id),
          now(),
        );
    } else if (act === 9) {
      app.clock.advance({ seconds: random(90) });
      await releaseExpiredClaims(db, now());
    } else if (act === 10) await expireQueued(db, now());
    else await keepDeliveries(app, [queues[random(2)] ?? '']);
  }

  async function pay(units: number): Promise<void> {
    if (units === 0) return;
    const cause = { kind: 'payment', id: randomUUID(), step: 1 } as const;
    await transaction({ ...app, db }, (tx) => topUp(tx, { companyId: company.id, units, cause }));
  }

  const fund = () => sql`select fund_deliveries(${company.id}, null, ${now()})`.execute(db);

  async function settleProblems(random: (below: number) => number): Promise<void> {
    const { rows } = await sql<{ id: string }>`
      select id from deliveries where state in ('failed', 'held', 'uncertain', 'expired', 'queued')
      order by md5(id::text || ${random(1_000)}::text) limit 5`.execute(db);
    const operation = [sendAgain, sendAgain, giveUp, markArrived][random(4)] ?? sendAgain;
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) assert.equal((await app.call(operation, { ids }, await signedIn())).status, 200, seedHint);
  }

  function outcomeOf({ attempts }: Claimed, random: (below: number) => number): Outcome {
    const answer = `attempt ${attempts}`;
    const kind = random(5);
    if (kind < 2) return { state: 'sent', reason: '', answer };
    if (kind === 2) return { state: 'failed', reason: 'bounced', answer };
    return { state: 'queued', reason: 'retry', answer, dueAt: now().add({ seconds: random(120) }) };
  }

  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const pick = random(seed + worker);
      for (let round = 0; round < rounds; round++) await operate(pick);
    }),
  );
  assert.deepEqual(await lost(app), [], seedHint);
  const { rows: funds } = await sql<{ held: number; expected: number; unheld: number }>`
    select (d.held * 10000)::float8 as held, (coalesce(w.price, 0) * 10000)::float8 as expected, w.unheld::float8
    from deposits d, (
      select sum(l.price) filter (where h.id is not null) as price, count(*) filter (where h.id is null) as unheld
      from deliveries l left join holds h on h.source_kind = 'sms' and h.source_id = l.id and h.ended_at is null
      where l.price is not null
        and (l.state in ('queued', 'sending') or l.state = 'uncertain' and l.given_up_at is null)) w
    where d.company_id = ${company.id}`.execute(db);
  assert.deepEqual(funds[0], { ...funds[0], held: funds[0]?.expected, unheld: 0 }, seedHint);
  assert.deepEqual(await verifyBooks(app.database), []);
  // All that is left comes to an end.
  for (let round = 0; round < 40; round++) {
    app.clock.advance({ minutes: 3 });
    await releaseExpiredClaims(db, now());
    for (const [kind, of] of [claimNow, claimTurns].flatMap((kind) =>
      [claim, smsClaim].map((of) => [kind, of] as const),
    )) {
      for (;;) {
        const claimed = await kind(app, of, 50);
        if (claimed.length === 0) break;
        const settled = claimed.map((delivery) => ({
          delivery,
          medium: of.medium,
          routeId: zeroRoute,
          outcome: { state: 'sent', reason: '', answer: '' } as const,
          at: now(),
        }));
        await settleDeliveries(db, settled);
      }
    }
  }
  const { rows } = await sql<{ state: string }>`
    select distinct state from deliveries where state in ('queued', 'sending')`.execute(app.database.read);
  assert.deepEqual(rows, [], seedHint);
  assert.deepEqual(await app.database.read.selectFrom('turns').selectAll().execute(), []);
});

test('recording outcomes and taking refusals back lock deliveries in the order of their ids', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const { write: db } = app.database;
  const ids = Array.from({ length: 8 }, () => randomUUID()).toSorted();
  // The table has them in the other order.
  for (const id of ids.toReversed()) {
    await queueDeliveries(db, [{ ...aDelivery(app, company.id), id }]);
  }
  const claimed = (await claimTurns(app, claim, 10)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  assert.equal(claimed.length, ids.length);
  const outcome: Outcome = { state: 'failed', reason: 'bounced', answer: '' };
  const settled = claimed.map((delivery) => ({
    delivery,
    medium: 'mail',
    routeId: zeroRoute,
    outcome,
    at: app.clock.now(),
  }));
  const acts = [() => settleDeliveries(db, settled), () => takeBackRefusals(db, ids.toReversed(), app.clock.now())];
  for (const act of acts) {
    const other = await app.database.connect();
    const lock = (id: string | undefined) => other.query('select from deliveries where id = $1 for update', [id]);
    await other.query(`begin; set local lock_timeout = '5s'`);
    await lock(ids[0]);
    const acting = act();
    await waitForLock(app);
    for (const id of ids.slice(1)) await lock(id);
    await other.query('commit');
    await other.end();
    await acting;
  }
});

test('a delivery that is queued while its turn is being deleted takes it back', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const { write: db } = app.database;
  const delivery = () => aDelivery(app, company.id);
  for (let round = 0; round < cases(50); round++) {
    await queueDeliveries(db, [delivery()]);
    await Promise.all([
      claimTurns(app, claim, 10),
      claimTurns(app, claim, 10),
      transaction({ ...app, db }, (tx) => queueDeliveries(tx.db, [delivery()])),
    ]);
    assert.deepEqual(await lost(app), []);
  }
});

function aDelivery({ clock }: TestApp, companyId: string) {
  return {
    id: randomUUID(),
    companyId,
    medium: 'mail',
    purpose: 'visit' as const,
    turnKey: 'one',
    address: 'mara@example.test',
    dueAt: clock.now(),
    createdAt: clock.now(),
    cause: { kind: 'test', key: randomUUID() },
  };
}
