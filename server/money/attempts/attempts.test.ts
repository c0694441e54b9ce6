// Tests of payments by card and PayPal, against stand-ins that speak the protocols of the providers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyInvoices, systemInvoices } from '#contract/money/invoices.ts';
import { systemPayments } from '#contract/money/payments.ts';
import { verifyBooks } from '#server/money/books/verify-books.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildInvoice } from '#server/testing/build/invoices.ts';
import { buildPaying, type Paying } from '#server/testing/build/paying.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { eventually } from '#server/testing/process.ts';
import { reviewPayments } from './work-on-attempts.ts';

const { pay } = companyInvoices.operations;

async function payInvoice(app: Paying, cents: number) {
  const invoice = await buildInvoice(app, app.payer, { cents });
  const { answer } = await app.call(pay, { id: invoice.id }, app.admin);
  const isPaid = async () => {
    const { answer: page } = await app.call(companyInvoices.operations.getPaginated, {}, app.admin);
    return page.invoices.find(({ id }) => id === invoice.id)?.paid;
  };
  return { id: answer.id, invoiceId: invoice.id, isPaid };
}

test('a card pays: one order for two presses, the balance grows once, and the page says so', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const { id } = await app.add(12.5);
  assert.deepEqual((await app.read(id)).providers, ['stripe', 'paypal']);
  const [first, second] = await Promise.all([app.start(id), app.start(id)]);
  assert.deepEqual([first.status, second.status, second.answer.url], [200, 200, first.answer.url]);
  assert.equal(stripe.account.sessions.size, 1);
  const [session] = stripe.account.sessions.values();
  assert.deepEqual([session?.amount_total, session?.currency], [1250, 'eur']);
  assert.match(session?.success_url ?? '', new RegExp(`/Payment\\?Id=${id}&Back=1$`));
  assert.equal((await app.check(id)).attempt?.state, 'open');

  stripe.buyer.pay(first.answer.url);
  app.clock.advance({ seconds: 5 });
  const checked = await app.check(id);
  assert.deepEqual([checked.state, checked.attempt?.state, await app.balance()], ['confirmed', 'paid', 12.5]);
  await app.check(id);
  const steps = await app.database.read.selectFrom('paymentMoves').select(['kind', 'userId']).execute();
  assert.deepEqual(steps, [{ kind: 'received', userId: null }], 'the payer has only come back');
  await app.later({ minutes: 20 });
  assert.equal(await app.balance(), 12.5);
  const refused = await app.start(id);
  assert.equal(refused.status, 417);
  assert.match(refused.body, /confirmed already/);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('PayPal pays once the buyer has agreed, also one who closes the tab; its transaction is that of the capture', async () => {
  await using app = await buildPaying();
  const { payPal } = app;
  const { id } = await app.add();
  const { answer } = await app.start(id, 'paypal');
  await app.later({ minutes: 1 });
  assert.equal((await app.read(id)).state, 'created');
  payPal.buyer.approve(answer.url);
  await app.later({ minutes: 20 });
  assert.deepEqual([(await app.read(id)).state, await app.balance()], ['confirmed', 10]);
  const [capture] = payPal.account.captures.values();
  const [attempt] = await app.attempts(id);
  assert.deepEqual([attempt?.transactionId, attempt?.transactionUrl], [capture?.id, null]);
  assert.equal(attempt?.created, '2026-03-02T10:00:00+02:00', 'in the zone of the company');
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a notice arrives before anyone asks, twice, and late; forged, foreign and unknown ones change nothing', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  await app.listen();
  const { id } = await app.add();
  const { answer } = await app.start(id);
  stripe.buyer.pay(answer.url);
  assert.ok((await stripe.sent()).every((status) => status === 200));
  await eventually('the payment is confirmed', async () => (await app.read(id)).state === 'confirmed');
  const events = [...stripe.account.events.values()];
  const seen = (await app.events()).length;
  for (const event of events.toReversed()) assert.equal(await stripe.send(event), 200);
  assert.equal((await app.events()).length, seen, 'each event is stored once');
  assert.equal(await app.balance(), 10);

  const [event] = events;
  assert.ok(event);
  const forged = { ...event, id: 'evt_forged' };
  assert.equal(await stripe.send(forged, { secrets: ['whsec_other'] }), 400);
  assert.equal(await stripe.send(forged, { signedAt: app.clock.now().subtract({ minutes: 10 }) }), 400);
  const unknown = structuredClone(events.find(({ type }) => type === 'checkout.session.completed') ?? assert.fail());
  unknown.id = 'evt_unknown';
  Object.assign(unknown.data.object, { id: 'cs_test_unknown', payment_intent: 'pi_unknown' });
  assert.equal(await stripe.send(unknown), 200);
  await eventually('it is looked at', async () => (await app.events()).some(({ outcome }) => outcome === 'unknown'));
  assert.equal(await app.balance(), 10);
  const other = await app.server.inject({ method: 'POST', url: '/api/hooks/payments/mollie', payload: '{}' });
  assert.equal(other.statusCode, 404);
});

test('two attempts that are both paid: the second becomes deposit, and the company hears of both', async () => {
  await using app = await buildPaying();
  const { stripe, payPal } = app;
  const { id, isPaid } = await payInvoice(app, 4_000);
  const [card, wallet] = [await app.start(id), await app.start(id, 'paypal')];
  stripe.buyer.pay(card.answer.url);
  await app.later({ minutes: 1 });
  assert.equal((await app.check(id)).state, 'confirmed');
  // The buyer agrees after the order has ended here: the provider takes money only when we ask.
  payPal.buyer.approve(wallet.answer.url);
  await app.later({ hours: 2 });
  assert.deepEqual([await isPaid(), await app.balance(), payPal.account.captures.size], [true, 0, 0]);

  const twice = await payInvoice(app, 4_000);
  const first = await app.start(twice.id);
  const second = await app.start(twice.id, 'paypal');
  payPal.buyer.approve(second.answer.url);
  assert.equal((await app.check(twice.id)).state, 'confirmed');
  stripe.buyer.pay(first.answer.url);
  await app.later({ minutes: 1 });
  assert.deepEqual([await twice.isPaid(), await app.balance(), (await app.read(twice.id)).toBalance], [true, 40, 40]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a declined card is tried again; a debit that fails days later cancels, and one that arrives confirms', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const { id } = await app.add();
  const { answer } = await app.start(id);
  stripe.buyer.decline(answer.url);
  const declined = await app.check(id);
  assert.deepEqual([declined.state, declined.attempt?.failure], ['created', 'insufficient_funds']);
  stripe.buyer.pend((await app.start(id)).answer.url);
  app.clock.advance({ seconds: 5 });
  assert.equal((await app.check(id)).state, 'pending');
  assert.equal((await app.start(id)).status, 417);
  await app.later({ hours: 24 });
  stripe.buyer.fail(answer.url);
  await app.later({ hours: 24 });
  assert.deepEqual([(await app.read(id)).state, await app.balance()], ['cancelled', 0]);

  const arriving = await app.add(20);
  const { answer: debit } = await app.start(arriving.id);
  stripe.buyer.pend(debit.url);
  await app.later({ minutes: 20 });
  stripe.buyer.settle(debit.url);
  await app.later({ hours: 24 });
  assert.deepEqual([(await app.read(arriving.id)).state, await app.balance()], ['confirmed', 20]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('refunds and disputes are booked as what is left; an invoice is open again for what went back', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const { id, invoiceId, isPaid } = await payInvoice(app, 4_000);
  const { answer } = await app.start(id);
  stripe.buyer.pay(answer.url);
  assert.equal((await app.check(id)).state, 'confirmed');
  await app.listen();
  const settled = async (state: string, paid: boolean) => {
    assert.ok((await stripe.sent()).every((status) => status === 200));
    await eventually(`${state}, ${paid}`, async () => {
      return (await app.read(id)).state === state && (await isPaid()) === paid;
    });
    assert.deepEqual(await verifyBooks(app.database), []);
  };
  stripe.buyer.refund(answer.url, 1_500);
  await settled('confirmed', false);
  const rest = await app.call(pay, { id: invoiceId }, app.admin);
  assert.equal((await app.read(rest.answer.id)).amount, 15, 'what went back is paid again');
  const dispute = stripe.buyer.dispute(answer.url, { cents: 2_500 });
  await settled('cancelled', false);
  stripe.buyer.winDispute(dispute);
  await settled('confirmed', false);
  const [attempt] = await app.attempts(id);
  assert.deepEqual([attempt?.captured, attempt?.returned], [40, 15]);
});

test('a payment that is paid by transfer meanwhile ends at the provider, and money that comes all the same counts', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const { id } = await app.add();
  const { answer } = await app.start(id);
  await app.confirm(id);
  await app.later({ seconds: 1 });
  assert.deepEqual(
    [...stripe.account.sessions.values()].map(({ status }) => status),
    ['expired'],
  );
  assert.throws(() => stripe.buyer.pay(answer.url));
  assert.equal((await app.attempts(id))[0]?.state, 'expired');

  const credited = await payInvoice(app, 4_000);
  const { answer: late } = await app.start(credited.id);
  await app.call(systemInvoices.operations.credit, { id: credited.invoiceId }, app.sys);
  assert.equal((await app.read(credited.id)).state, 'cancelled');
  stripe.buyer.pay(late.url);
  await app.later({ minutes: 20 });
  assert.deepEqual([(await app.read(credited.id)).state, await app.balance()], ['confirmed', 50]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('money that comes to a payment cancelled by hand counts once an operator says so', async () => {
  await using app = await buildPaying();
  const { stripe, sys } = app;
  const { id } = await app.add();
  const { answer } = await app.start(id);
  stripe.buyer.pay(answer.url);
  await app.cancel(id);
  await app.later({ minutes: 20 });
  assert.deepEqual([(await app.read(id)).state, await app.balance()], ['cancelled', 0]);
  const rows = (await app.call(systemPayments.operations.getPaginated, {}, sys)).answer.payments;
  assert.equal(rows[0]?.problem, 'cancelled');
  assert.deepEqual(await verifyBooks(app.database), []);
  await app.confirm(id);
  assert.deepEqual([(await app.read(id)).state, await app.balance()], ['confirmed', 10]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('an answer that is lost makes no second order; a provider that is away says that nothing was paid', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const { id } = await app.add();
  stripe.faults.push({ on: /^POST \/v1\/checkout\/sessions$/, kind: 'error', times: 10 });
  const away = await app.start(id);
  assert.equal(away.status, 503);
  assert.match(away.body, /Nothing was paid/);
  stripe.faults.length = 0;
  stripe.faults.push({ on: /^POST \/v1\/checkout\/sessions$/, kind: 'lost', times: 10 });
  await app.start(id);
  stripe.faults.length = 0;
  const again = await app.start(id);
  assert.deepEqual([again.status, stripe.account.sessions.size], [200, 1]);
  stripe.buyer.pay(again.answer.url);
  stripe.faults.push({ on: /^GET /, kind: 'error', times: 10 });
  assert.equal((await app.check(id)).state, 'created', 'it is asked again later');
  stripe.faults.length = 0;
  await app.later({ minutes: 40 });
  assert.equal((await app.read(id)).state, 'confirmed');
});

test('payments of others, cancelled ones and unknown providers are refused', async () => {
  await using app = await buildPaying();
  const { id } = await app.add();
  const stranger = await signIn(app, (await buildBusiness(app, { actions: ['admin'] })).employee);
  assert.equal((await app.start(id, 'stripe', stranger)).status, 404);
  assert.equal((await app.start(id, 'mollie' as 'stripe')).status, 417);
  await app.cancel(id);
  assert.equal((await app.start(id)).status, 417);
  assert.equal(app.stripe.requests.length, 0);
});

test('an order that its provider does not know any more keeps no other from being asked for', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const [lost, paid] = [await app.add(), await app.add(20)];
  const { answer } = await app.start(lost.id);
  stripe.buyer.pend(answer.url);
  assert.equal((await app.check(lost.id)).state, 'pending');
  stripe.account.sessions.clear();
  stripe.buyer.pay((await app.start(paid.id)).answer.url);
  await app.later({ minutes: 20 });
  assert.deepEqual([(await app.read(lost.id)).state, (await app.read(paid.id)).state], ['pending', 'confirmed']);
});

test('while a provider is away, two questions go to it in a run, and the other provider is asked', async () => {
  await using app = await buildPaying();
  const { stripe, payPal } = app;
  const payments = [await app.add(), await app.add(), await app.add()];
  const [first, second, third] = payments.map(({ id }) => id) as [string, string, string];
  stripe.buyer.pay((await app.start(first)).answer.url);
  stripe.buyer.pay((await app.start(second)).answer.url);
  payPal.buyer.approve((await app.start(third, 'paypal')).answer.url);
  const asked = () => stripe.requests.filter(({ method }) => method === 'GET').length;
  const before = asked();
  stripe.faults.push({ on: /^GET /, kind: 'error', times: 2 });
  const fourth = await app.add();
  stripe.buyer.pay((await app.start(fourth.id)).answer.url);
  await app.later({ minutes: 20 });
  assert.deepEqual([asked() - before, (await app.read(third)).state], [2, 'confirmed']);
  // First those that were not asked.
  await app.later({ minutes: 1 });
  const states = await Promise.all([first, second, fourth.id].map(async (id) => (await app.read(id)).state));
  assert.deepEqual(states.sort(), ['confirmed', 'created', 'created']);
  await app.later({ minutes: 20 });
  assert.equal(await app.balance(), 40);
});

test('a network that sends many notices that are none has to wait', async () => {
  await using app = await buildPaying();
  const send = () => app.server.inject({ method: 'POST', url: '/api/hooks/payments/stripe', payload: { id: 'evt_1' } });
  const answers = [];
  for (let nth = 0; nth < 70; nth++) answers.push((await send()).statusCode);
  assert.deepEqual([answers.filter((status) => status === 400).length, answers.at(-1)], [60, 429]);
  app.clock.advance({ minutes: 1 });
  assert.equal((await send()).statusCode, 400);
});

test('an order of another form hides itself alone from the daily review', async () => {
  await using app = await buildPaying();
  const { payPal } = app;
  const [strange, paid] = [await app.add(), await app.add(20)];
  payPal.buyer.approve((await app.start(strange.id, 'paypal')).answer.url);
  payPal.buyer.approve((await app.start(paid.id, 'paypal')).answer.url);
  const [order] = payPal.account.orders.values();
  Object.assign(order?.purchase_units[0].amount ?? {}, { value: { other: 'form' } });
  await app.database.write.updateTable('paymentAttempts').set({ dueAt: null }).execute();
  assert.equal((await reviewPayments(app)).ordersReviewed, 1);
  assert.equal((await app.read(paid.id)).state, 'confirmed');
});

test('a transfer that was confirmed counts again when a cancelled payment is confirmed', async () => {
  await using app = await buildPaying();
  const { id } = await app.add();
  const { answer } = await app.start(id);
  await app.confirm(id);
  app.stripe.buyer.pay(answer.url);
  await app.later({ minutes: 1 });
  assert.equal(await app.balance(), 20, 'paid twice');
  await app.cancel(id);
  assert.equal(await app.balance(), 0);
  assert.equal((await app.confirm(id)).status, 200);
  assert.equal(await app.balance(), 20);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a debit that fails after its invoice was credited leaves nothing to pay', async () => {
  await using app = await buildPaying();
  const { stripe } = app;
  const { id, invoiceId } = await payInvoice(app, 4_000);
  const [card] = [await app.start(id), await app.start(id, 'paypal')];
  stripe.buyer.pend(card.answer.url);
  assert.equal((await app.check(id)).state, 'pending');
  await app.call(systemInvoices.operations.credit, { id: invoiceId }, app.sys);
  assert.equal((await app.read(id)).state, 'pending', 'its money is on its way');
  stripe.buyer.fail(card.answer.url);
  await app.later({ minutes: 20 });
  assert.deepEqual([(await app.read(id)).state, (await app.start(id)).status], ['cancelled', 417]);
  assert.deepEqual(await verifyBooks(app.database), []);
});

test('a payment too small for a card offers none, and says so to those who try', async () => {
  await using app = await buildPaying();
  const { id } = await payInvoice(app, 49);
  const page = await app.read(id);
  assert.deepEqual([page.providers, page.tooSmall], [['paypal'], true]);
  const refused = await app.start(id);
  assert.equal(refused.status, 417);
  assert.match(refused.body, /too small for a card payment/);
  assert.deepEqual([app.stripe.requests.length, await app.attempts(id)], [0, []]);
  assert.equal((await app.start(id, 'paypal')).status, 200);

  const enough = await payInvoice(app, 50);
  const { providers, tooSmall } = await app.read(enough.id);
  assert.deepEqual([providers, tooSmall], [['stripe', 'paypal'], false]);
  assert.equal((await app.start(enough.id)).status, 200);
});
