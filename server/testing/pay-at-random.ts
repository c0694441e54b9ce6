// Plays random histories of payments at both providers, for tests and the bench of them.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { cases, random } from '#contract/testing/random-cases.ts';
import { readPaymentAttempts } from '#server/money/attempts/attempt.ts';
import { reviewPayments, workOnAttempts } from '#server/money/attempts/work-on-attempts.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { paymentProvidersOf } from '#server/money/providers/configured.ts';
import { buildInvoice } from './build/invoices.ts';
import type { Paying } from './build/paying.ts';
import { whileKilled } from './faults/kill-connections.ts';

type Pick = (below: number) => number;

interface World {
  app: Paying;
  payments: readonly string[];
  isKilled: boolean;
  repeated: number;
}

/** Half of the payments are of invoices. `notices` counts the events of both providers and those that came again. */
export async function payAtRandom(
  app: Paying,
  { seed, acts, isKilled }: { seed: number; acts: number; isKilled: boolean },
): Promise<{ kills: number; notices: number }> {
  const payments: string[] = [];
  for (let made = 0; made < Math.max(10, acts / 4); made++) payments.push(await newPayment(app, made));
  await app.listen();
  const world = { app, payments, isKilled, repeated: 0 };
  const workers = () =>
    Promise.all(
      [0, 1, 2, 3].map(async (worker) => {
        const pick = random(seed * 10 + worker);
        for (let act = 0; act < acts; act++) await actAtRandom(world, pick);
      }),
    );
  let kills = 0;
  if (isKilled) kills = await whileKilled(app, workers);
  else await workers();
  await Promise.all([app.stripe.sent(), app.payPal.sent()].map((sent) => sent.catch(() => undefined)));
  return { kills, notices: app.stripe.account.events.size + app.payPal.account.events.size + world.repeated };
}

async function newPayment(app: Paying, nth: number): Promise<string> {
  if (nth % 2 === 0) return (await app.add(10 + nth)).id;
  const invoice = await buildInvoice(app, app.payer, { cents: 1_000 + nth });
  const { rows } = await sql<{ id: string }>`
    insert into payments (company_id, id, amount, created_at, invoice_id)
    select company_id, gen_random_uuid(), grand_total, ${app.clock.now()}, id from invoices where id = ${invoice.id}
    returning id`.execute(app.database.write);
  return rows[0]?.id ?? assert.fail();
}

async function actAtRandom(world: World, pick: Pick): Promise<void> {
  const { app, payments, isKilled } = world;
  const id = payments[pick(payments.length)] ?? assert.fail();
  const { stripe, payPal } = app;
  const attempt = async (act: () => unknown) => {
    try {
      await act();
    } catch (error) {
      // A buyer cannot do what the provider does not offer, and broken connections are no fault of ours.
      if (!isKilled && !(error instanceof Error && /is |has |Too much|not/.test(error.message))) throw error;
    }
  };
  const sessions = [...stripe.account.sessions.keys()];
  const orders = [...payPal.account.orders.keys()];
  const session = sessions[pick(Math.max(sessions.length, 1))] ?? '';
  const order = orders[pick(Math.max(orders.length, 1))] ?? '';
  switch (pick(16)) {
    case 0:
    case 1:
      return attempt(() => app.start(id, 'stripe'));
    case 2:
    case 3:
      return attempt(() => app.start(id, 'paypal'));
    case 4:
      return attempt(() =>
        stripe.buyer[(['pay', 'pend', 'decline', 'settle', 'fail'] as const)[pick(5)] ?? 'pay'](session),
      );
    case 5:
      return attempt(() => stripe.buyer.pay(session));
    case 6:
    case 7:
      return attempt(() =>
        payPal.buyer[(['approve', 'approve', 'decline', 'pend', 'settle', 'fail'] as const)[pick(6)] ?? 'approve'](
          order,
        ),
      );
    case 8:
      return attempt(() => stripe.buyer.refund(session, pick(2) === 0 ? undefined : 1 + pick(500)));
    case 9:
      return attempt(() => payPal.buyer.refund(order, pick(2) === 0 ? undefined : 1 + pick(500)));
    case 10:
      return attempt(() => {
        const dispute = stripe.buyer.dispute(session);
        if (pick(2) === 0) stripe.buyer.winDispute(dispute);
      });
    case 11:
    case 13:
    case 14: {
      const provider = pick(2) === 0 ? stripe : payPal;
      const events = [...provider.account.events.values()];
      const event = events[pick(Math.max(events.length, 1))];
      world.repeated++;
      return attempt(async () => event && assert.ok([200, 503].includes(await provider.send(event))));
    }
    case 12:
      return attempt(() => (pick(2) === 0 ? app.check(id) : workOnAttempts(app, { limit: 100 })));
    default:
      return attempt(() => (pick(2) === 0 ? app.confirm(id) : app.cancel(id)));
  }
}

/** After the job and the review, nothing is left that contradicts the providers. Returns the attempts that agree. */
export async function agreesWithProviders(app: Paying): Promise<number> {
  app.clock.advance({ hours: 3 });
  for (let run = 0; run < 3; run++) {
    await workOnAttempts(app, { limit: 10_000 });
    await reviewPayments(app);
    app.clock.advance({ hours: 1 });
  }
  const attempts = await readPaymentAttempts(app.database.write, sql`true`, 100_000);
  for (const { id, provider, orderRef, state } of attempts) {
    if (orderRef === null) {
      assert.equal(state, 'expired', id);
      continue;
    }
    const facts = await paymentProvidersOf(app).get(provider)?.readOrder(orderRef);
    const { rows } = await sql`
      select (captured * 100)::integer as captured, (refunded * 100)::integer as refunded, (disputed * 100)::integer as disputed,
        (reinstated * 100)::integer as reinstated from payment_attempts where id = ${id}`.execute(app.database.read);
    assert.deepEqual(rows[0], {
      captured: facts?.capturedCents,
      refunded: facts?.refundedCents,
      disputed: facts?.disputedCents,
      reinstated: facts?.reinstatedCents,
    });
    if (facts?.state === 'pending') assert.equal(state, 'pending', id);
  }
  assert.ok(app.stripe.account.sessions.size + app.payPal.account.orders.size <= attempts.length, 'an order for each');
  assert.deepEqual(await verifyBooks(app.database), []);
  return attempts.length;
}

export const actsOfSample = cases(300, 10);
