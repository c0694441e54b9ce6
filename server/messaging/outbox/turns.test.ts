// Property test of the turns: whatever queues, claims, settles, releases and expires at the same time, every queued
// delivery of the lane `turn` has a turn that is not later.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { buildBusiness } from '#server/testing/build.ts';
import { type TestApp, testApp } from '#server/testing/test-app.ts';
import { type Claimed, claimNow, claimTurns } from './claim-deliveries.ts';
import { zeroRoute } from './medium.ts';
import { queueDeliveries } from './queue-deliveries.ts';
import { expireQueued, keepDeliveries, releaseExpiredClaims } from './release-claims.ts';
import { type Outcome, settleDeliveries, takeBackRefusals } from './settle-deliveries.ts';

const workers = 8;
const rounds = 125;
const queues = ['mail:visit', 'mail:campaign'];
const claim = { medium: 'mail', routeId: zeroRoute, queues, mayStillSend: {} };

/** The same numbers for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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

test('1,000 random operations of eight workers lose no turn', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const now = () => app.clock.now();
  const { write: db } = app.database;

  async function operate(random: (below: number) => number): Promise<void> {
    const act = random(12);
    if (act < 4) {
      await transaction({ ...app, db }, async (tx) => {
        const count = 1 + random(4);
        const deliveries = Array.from({ length: count }, () => ({
          id: randomUUID(),
          companyId: company.id,
          medium: 'mail',
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
      const claimed = [
        ...(await claimNow(app, claim, random(3) + 1)),
        ...(await claimTurns(app, claim, random(12) + 1)),
      ];
      const sending = claimed.filter(({ state }) => state === 'sending');
      // Some claims are never settled, as after a kill.
      await settleDeliveries(
        db,
        sending
          .filter(() => random(5) > 0)
          .map((delivery) => ({
            delivery,
            medium: 'mail',
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

  function outcomeOf({ attempts }: Claimed, random: (below: number) => number): Outcome {
    const answer = `attempt ${attempts}`;
    const kind = random(5);
    if (kind < 2) return { state: 'sent', reason: '', answer };
    if (kind === 2) return { state: 'failed', reason: 'bounced', answer };
    return { state: 'queued', reason: 'retry', answer, dueAt: now().add({ seconds: random(120) }) };
  }

  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const random = randomOf(seed + worker);
      for (let round = 0; round < rounds; round++) await operate(random);
    }),
  );
  assert.deepEqual(await lost(app), [], `seed ${seed}`);
  // All that is left comes to an end.
  for (let round = 0; round < 40; round++) {
    app.clock.advance({ minutes: 3 });
    await releaseExpiredClaims(db, now());
    for (const kind of [claimNow, claimTurns]) {
      for (;;) {
        const claimed = await kind(app, claim, 50);
        if (claimed.length === 0) break;
        const settled = claimed.map((delivery) => ({
          delivery,
          medium: 'mail',
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
  assert.deepEqual(rows, [], `seed ${seed}`);
  assert.deepEqual(await app.database.read.selectFrom('turns').selectAll().execute(), []);
});

test('a delivery that is queued while its turn is being deleted takes it back', async () => {
  await using app = await testApp();
  const { company } = await buildBusiness(app);
  const { write: db } = app.database;
  const delivery = () => ({
    id: randomUUID(),
    companyId: company.id,
    medium: 'mail',
    purpose: 'visit' as const,
    turnKey: 'one',
    address: 'mara@example.test',
    dueAt: app.clock.now(),
    createdAt: app.clock.now(),
    cause: { kind: 'test', key: randomUUID() },
  });
  for (let round = 0; round < 50; round++) {
    await queueDeliveries(db, [delivery()]);
    await Promise.all([
      claimTurns(app, claim, 10),
      claimTurns(app, claim, 10),
      transaction({ ...app, db }, (tx) => queueDeliveries(tx.db, [delivery()])),
    ]);
    assert.deepEqual(await lost(app), []);
  }
});
