// Tests of payments by card and PayPal whose connections break at each statement: repeated, each act ends as it does
// without a fault.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { isLong, seedHint, someOf } from '#contract/testing/random-cases.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { buildPaying, type Paying } from '#server/testing/build/paying.ts';
import { noTransactions } from '#server/testing/database/no-transactions.ts';
import { type Fault, statementsOf, withFault } from '#server/testing/faults/faults.ts';
import { setUpFile } from '#server/testing/set-up-file.ts';
import { handleNotices } from './handle-notices.ts';
import { storeNotice } from './store-notice.ts';
import { workOnAttempts } from './work-on-attempts.ts';

type Provider = 'stripe' | 'paypal';

/** A payment that is under way. */
interface Case {
  provider: Provider;
  id: string;
  /** The address of its page at the provider; empty before it is opened. */
  url: string;
  orderRef: string;
}

interface Act {
  name: string;
  /** Until the act. */
  steps: readonly ('open' | 'paid' | 'seen' | 'refunded' | 'disputed' | 'failing')[];
  act(app: Paying, of: Case): Promise<unknown>;
}

let app: Paying;
setUpFile(import.meta, async () => {
  app = await buildPaying();
});
after(() => app[Symbol.asyncDispose]());

/** Its notice comes as the hook stores it; lost answers are those of a process that dies. */
async function notice(app: Paying, { provider, orderRef }: Case): Promise<void> {
  await storeNotice(app, { provider, eventId: `of ${orderRef}`, type: 'test', subject: { orderRef } });
  await handleNotices(app, { limit: 10 });
}

async function workLater(app: Paying): Promise<void> {
  app.clock.advance({ minutes: 20 });
  await workOnAttempts(app, { limit: 10 });
}

const acts: readonly Act[] = [
  { name: 'opening the page of a provider', steps: [], act: (app, { id, provider }) => app.start(id, provider) },
  { name: 'coming back', steps: ['open', 'paid'], act: (app, { id }) => app.check(id) },
  { name: 'a notice of a payment', steps: ['open', 'paid'], act: notice },
  { name: 'the job', steps: ['open', 'paid'], act: workLater },
  { name: 'a notice of a refund', steps: ['open', 'paid', 'seen', 'refunded'], act: notice },
  { name: 'a notice of a dispute', steps: ['open', 'paid', 'seen', 'disputed'], act: notice },
  { name: 'a notice of a failed debit', steps: ['open', 'failing'], act: notice },
  {
    name: 'a transfer that is confirmed beside a card',
    steps: ['open', 'paid'],
    act: (app, { id }) => app.confirm(id),
  },
  { name: 'a cancellation', steps: ['open', 'paid', 'seen'], act: (app, { id }) => app.cancel(id) },
];

/** Half of the payments are of invoices. */
async function newCase(
  app: Paying,
  { provider, steps, isOfInvoice }: { provider: Provider; steps: Act['steps']; isOfInvoice: boolean },
): Promise<Case> {
  const { id } = isOfInvoice ? await invoicePayment(app) : await app.add(10);
  const one: Case = { provider, id, url: '', orderRef: '' };
  const buyer = provider === 'stripe' ? app.stripe.buyer : app.payPal.buyer;
  for (const step of steps) {
    if (step === 'open') {
      one.url = (await app.start(id, provider)).answer.url;
      const attempts = await app.database.read
        .selectFrom('paymentAttempts')
        .select('orderRef')
        .where('paymentId', '=', id)
        .execute();
      one.orderRef = attempts[0]?.orderRef ?? assert.fail();
    } else if (step === 'paid') {
      if (provider === 'stripe') app.stripe.buyer.pay(one.url);
      else app.payPal.buyer.approve(one.url);
    } else if (step === 'seen') assert.equal((await app.check(id)).state, 'confirmed');
    else if (step === 'refunded') buyer.refund(one.orderRef, 400);
    else if (step === 'disputed') buyer.dispute(one.orderRef);
    else {
      buyer.pend(one.url);
      if (provider === 'paypal') app.payPal.buyer.approve(one.url);
      assert.equal((await app.check(id)).state, 'pending');
      buyer.fail(one.orderRef);
    }
  }
  return one;
}

async function invoicePayment(app: Paying): Promise<{ id: string }> {
  const invoice = await buildInvoice(app, app.payer, { cents: 1_000 });
  const { rows } = await sql<{ id: string }>`
    insert into payments (company_id, id, amount, created_at, invoice_id)
    select company_id, gen_random_uuid(), grand_total, ${app.clock.now()}, id from invoices where id = ${invoice.id}
    returning id`.execute(app.database.write);
  return rows[0] ?? assert.fail();
}

/** Returns the state of a payment and its money, once all that is due is done. */
async function outcome(app: Paying, { id, provider }: Case, balanceBefore: number) {
  await app.later({ minutes: 20 });
  await app.later({ hours: 1 });
  const { state } = await app.read(id);
  const { rows: attempts } = await sql`
    select state, captured, refunded, disputed, reinstated, order_ref is not null as is_open from payment_attempts
    where payment_id = ${id} order by created_at, id`.execute(app.database.read);
  const { rows: moves } = await sql`
    select kind, amount::float8 as amount from payment_moves where payment_id = ${id} order by step`.execute(
    app.database.read,
  );
  const orders = provider === 'stripe' ? app.stripe.account.sessions : app.payPal.account.orders;
  const opened = [...orders.values()].filter((order) => JSON.stringify(order).includes(id)).length;
  const added = Math.round((await app.balance()) * 100) - Math.round(balanceBefore * 100);
  return { state, attempts, moves, opened, added };
}

for (const provider of ['stripe', 'paypal'] as const) {
  for (const [index, { name, steps, act }] of acts.entries()) {
    test(`${name} (${provider}) ends as without a fault, whichever statement fails`, async (t) => {
      for (const isOfInvoice of isLong ? [false, true] : [index % 2 === 0]) {
        let count = 0;
        const play = async (fault?: Fault) => {
          const balance = await app.balance();
          const one = await newCase(app, { provider, steps, isOfInvoice });
          const run = () => act(app, one).catch((error: unknown) => error);
          let broken: string | undefined;
          if (fault) {
            broken = await withFault(app, fault, run);
            await noTransactions(app);
          } else count = (await statementsOf(app, run)).length;
          await run();
          return { broken, after: await outcome(app, one, balance) };
        };
        const expected = await play();
        assert.ok(count > 0);
        const faults = Array.from({ length: 2 * count }, (_, index): Fault => {
          return { at: 1 + Math.floor(index / 2), when: index % 2 === 0 ? 'before' : 'after' };
        });
        const tried = someOf(faults, 1);
        for (const fault of tried) {
          const { broken, after: found } = await play(fault);
          assert.deepEqual(found, expected.after, `${fault.when} ${fault.at}: ${broken}. ${seedHint}`);
        }
        t.diagnostic(`${tried.length} of ${faults.length} faults`);
      }
      assert.deepEqual(await verifyBooks(app.database), []);
    });
  }
}
