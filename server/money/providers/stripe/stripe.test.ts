// Tests of Stripe as a provider, against the stand-in and with Stripe's own package.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { parseConfig } from '#server/config.ts';
import { buildPaymentOrder } from '#server/testing/build/payment-order.ts';
import { failsAs } from '#server/testing/clients/provider-failure.ts';
import { eventually } from '#server/testing/process.ts';
import { type FaultRule, openHttpStandIn } from '#server/testing/servers/http-stand-in.ts';
import { openStripe } from '#server/testing/stripe/open-stripe.ts';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { openStripeProvider } from './open-stripe-provider.ts';

/** The stand-in with its own clock, and a client of it with a short time limit (ms). */
async function openPair(timeout = 10_000) {
  let now = Temporal.Instant.from('2026-03-02T08:00:00Z');
  const stripe = await openStripe(() => now);
  const setting = () => parseConfig(stripe.env).payments.stripe ?? assert.fail('Stripe is not set up');
  return {
    stripe,
    provider: openStripeProvider(setting(), timeout),
    /** A client with the keys of now. */
    reopened: () => openStripeProvider(setting(), timeout),
    now: () => now,
    advance: (duration: Temporal.DurationLike) => {
      now = now.add(duration);
    },
    [Symbol.asyncDispose]: () => stripe[Symbol.asyncDispose](),
  };
}

const create = /^POST \/v1\/checkout\/sessions$/;

test('an order is opened with our amount, language, metadata and times, and read back', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const order = buildPaymentOrder(now());
  const { orderRef, url, expiresAt } = await provider.createCheckout(order);
  const session = stripe.account.sessions.get(orderRef) ?? assert.fail('no session');
  assert.equal(url, session.url);
  assert.deepEqual(expiresAt, order.expiresAt);
  assert.deepEqual(
    [session.amount_total, session.currency, session.locale, session.customer_email, session.client_reference_id],
    [12_345, 'eur', 'lv', 'rosa@salon.test', order.attemptId],
  );
  assert.deepEqual([session.success_url, session.cancel_url], [order.returnUrl, order.cancelUrl]);
  const [request] = stripe.requests;
  assert.equal(request?.headers['idempotency-key'], order.attemptId);
  assert.match(String(request?.headers['stripe-version']), /^20\d\d-\d\d-\d\d\.\w+$/);
  assert.equal(request?.headers['content-type'], 'application/x-www-form-urlencoded');
  // The buyer pays in euros.
  assert.equal(new URLSearchParams(request?.body).get('adaptive_pricing[enabled]'), 'false');
  assert.deepEqual(await provider.readOrder(orderRef), {
    orderRef,
    attemptId: order.attemptId,
    state: 'open',
    currency: 'EUR',
    amountCents: 12_345,
    capturedCents: 0,
    refundedCents: 0,
    disputedCents: 0,
    reinstatedCents: 0,
    transactionRef: undefined,
    transactionUrl: undefined,
    failure: undefined,
  });
});

test('a paid order has the payment and its page, and capturing it changes nothing', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef, url } = await provider.createCheckout(buildPaymentOrder(now()));
  stripe.buyer.pay(url);
  const facts = await provider.readOrder(orderRef);
  const intent = stripe.account.sessions.get(orderRef)?.payment_intent;
  assert.deepEqual([facts.state, facts.capturedCents, facts.transactionRef], ['paid', 12_345, intent]);
  assert.equal(facts.transactionUrl, `https://dashboard.stripe.com/test/payments/${intent}`);
  assert.equal(stripe.account.intents.get(String(intent))?.description, 'Invoice 2026-17');
  assert.deepEqual(await provider.capture(orderRef), facts);
  assert.deepEqual(await provider.expire(orderRef), facts);
});

test('a declined card leaves the order open and says why, and the next card pays it', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef, url } = await provider.createCheckout(buildPaymentOrder(now()));
  stripe.buyer.decline(url, 'expired_card');
  const declined = await provider.readOrder(orderRef);
  assert.deepEqual([declined.state, declined.failure, declined.capturedCents], ['open', 'expired_card', 0]);
  stripe.buyer.pay(url);
  const paid = await provider.readOrder(orderRef);
  assert.deepEqual([paid.state, paid.failure, paid.capturedCents], ['paid', undefined, 12_345]);
});

test('a debit is pending until its money comes or fails', async () => {
  await using pair = await openPair();
  const { stripe, provider, now, advance } = pair;
  const orders = await Promise.all([1, 2].map(() => provider.createCheckout(buildPaymentOrder(now()))));
  for (const { url } of orders) stripe.buyer.pend(url);
  advance({ hours: 5 * 24 });
  const [comes, fails] = orders.map(({ orderRef }) => orderRef) as [string, string];
  const statesNow = () => Promise.all([comes, fails].map(async (ref) => (await provider.readOrder(ref)).state));
  assert.deepEqual(await statesNow(), ['pending', 'pending']);
  stripe.buyer.settle(comes);
  stripe.buyer.fail(fails);
  assert.deepEqual(await statesNow(), ['paid', 'failed']);
  const { failure, capturedCents } = await provider.readOrder(fails);
  assert.deepEqual([failure, capturedCents], ['insufficient_funds', 0]);
});

test('refunds and disputes only make sums grow, also a refund that fails after it succeeded', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now(), { amountCents: 10_000 }));
  stripe.buyer.pay(orderRef);
  const sums = async () => {
    const facts = await provider.readOrder(orderRef);
    return [facts.capturedCents, facts.refundedCents, facts.disputedCents, facts.reinstatedCents];
  };
  const first = stripe.buyer.refund(orderRef, 1_000);
  assert.deepEqual(await sums(), [10_000, 1_000, 0, 0]);
  stripe.buyer.failRefund(first);
  assert.deepEqual(await sums(), [10_000, 1_000, 0, 1_000]);
  stripe.buyer.dispute(orderRef, { cents: 500, isInquiry: true });
  assert.deepEqual(await sums(), [10_000, 1_000, 0, 1_000]);
  const won = stripe.buyer.dispute(orderRef, { cents: 4_000 });
  assert.deepEqual(await sums(), [10_000, 1_000, 4_000, 1_000]);
  stripe.buyer.winDispute(won);
  assert.deepEqual(await sums(), [10_000, 1_000, 4_000, 5_000]);
  stripe.buyer.loseDispute(stripe.buyer.dispute(orderRef, { cents: 2_000 }));
  assert.deepEqual(await sums(), [10_000, 1_000, 6_000, 5_000]);
  for (let nth = 0; nth < 12; nth++) stripe.buyer.refund(orderRef, 100);
  assert.deepEqual(await sums(), [10_000, 2_200, 6_000, 5_000]);
});

test('a refund of a debit counts once it has left', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  stripe.buyer.pend(orderRef);
  stripe.buyer.settle(orderRef);
  const refund = stripe.buyer.refund(orderRef);
  assert.equal((await provider.readOrder(orderRef)).refundedCents, 0);
  stripe.buyer.settleRefund(refund);
  assert.equal((await provider.readOrder(orderRef)).refundedCents, 12_345);
});

test('an order expires by itself or by us, and a paid one does not', async () => {
  await using pair = await openPair();
  const { stripe, provider, now, advance } = pair;
  const [old, closed] = await Promise.all([1, 2].map(() => provider.createCheckout(buildPaymentOrder(now()))));
  assert.ok(old && closed);
  assert.equal((await provider.expire(closed.orderRef)).state, 'expired');
  assert.equal((await provider.expire(closed.orderRef)).state, 'expired');
  advance({ minutes: 61 });
  assert.equal((await provider.readOrder(old.orderRef)).state, 'expired');
  assert.throws(() => stripe.buyer.pay(old.url), /expired/);
});

for (const kind of ['lost', 'timeout'] as const) {
  test(`an order whose answer is missing (${kind}) is made once and found again`, async () => {
    await using pair = await openPair(2_000);
    const { stripe, provider, now } = pair;
    const order = buildPaymentOrder(now());
    // The package repeats a request whose connection ended, once.
    stripe.faults.push({ on: create, kind, times: kind === 'lost' ? 2 : 1 });
    const error = await failsAs(provider.createCheckout(order), 'unknown');
    assert.match(error.message, /^Stripe: /);
    assert.equal(stripe.account.sessions.size, 1);
    const [orderRef] = stripe.account.sessions.keys();
    const since = now().subtract({ hours: 1 });
    assert.equal(await provider.findAttempt(order.attemptId, since), orderRef);
    assert.equal(await provider.findAttempt(randomUUID(), since), undefined);
    assert.equal((await provider.createCheckout(order)).orderRef, orderRef);
    assert.equal(stripe.account.sessions.size, 1);
  });
}

test('an order is found when Stripe answers 500 after it made it, however often', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const order = buildPaymentOrder(now());
  stripe.faults.push({ on: create, kind: 'errorAfter' });
  const opened = await provider.createCheckout(order);
  assert.deepEqual([...stripe.account.sessions.keys()], [opened.orderRef]);
  assert.deepEqual(await provider.createCheckout(order), opened);
  stripe.buyer.pay(opened.url);
  assert.equal((await failsAs(provider.createCheckout(order), 'refused')).code, 'session_over');
  assert.equal(stripe.account.sessions.size, 1);
});

test('an error that Stripe repeats for a key, and made nothing for, ends with another key', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const order = buildPaymentOrder(now());
  stripe.faults.push({ on: create, kind: 'errorAfter' }, { on: /^GET/, kind: 'error' });
  await failsAs(provider.createCheckout(order), 'unknown');
  // As if Stripe had made nothing.
  stripe.account.sessions.clear();
  const opened = await provider.createCheckout(order);
  assert.deepEqual([...stripe.account.sessions.keys()], [opened.orderRef]);
  assert.deepEqual(await provider.createCheckout(order), opened);
});

test('a connection that ends without an answer is repeated once, under the same key', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  stripe.faults.push({ on: create, kind: 'lost' });
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  assert.deepEqual([...stripe.account.sessions.keys()], [orderRef]);
  assert.equal(new Set(stripe.requests.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.equal(stripe.requests.length, 2);
});

test('a silent provider costs its time limit, and says that the outcome is unknown', async () => {
  await using pair = await openPair(300);
  const { stripe, provider, now } = pair;
  stripe.faults.push({ on: create, kind: 'silent' }, { on: /^GET/, kind: 'slow', ms: 30_000 });
  const startedAt = performance.now();
  await failsAs(provider.createCheckout(buildPaymentOrder(now())), 'unknown');
  await failsAs(provider.readOrder('cs_test_1'), 'unknown');
  const took = performance.now() - startedAt;
  assert.ok(took < 5_000, `${took} ms`);
  assert.equal(stripe.requests.length, 2);
});

for (const [title, rule, kind] of [
  ['an error before anything was done', { kind: 'error', times: 2 }, 'unknown'],
  ['a limit of calls', { kind: 'limited' }, 'unreachable'],
] as const satisfies readonly (readonly [string, Omit<FaultRule, 'on'>, ProviderErrorKind])[]) {
  test(`${title} is ${kind}, and the same call succeeds later`, async () => {
    await using pair = await openPair();
    const { stripe, provider, now } = pair;
    const order = buildPaymentOrder(now());
    stripe.faults.push({ on: create, ...rule });
    await failsAs(provider.createCheckout(order), kind);
    const { orderRef } = await provider.createCheckout(order);
    assert.deepEqual([...stripe.account.sessions.keys()], [orderRef]);
  });
}

test('the same key with other values is no second order', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const order = buildPaymentOrder(now());
  await provider.createCheckout(order);
  await failsAs(provider.createCheckout({ ...order, amountCents: 1_000 }), 'unknown');
  assert.equal(stripe.account.sessions.size, 1);
});

test('values that Stripe rejects are refused, an unknown order is not found, a closed port is unreachable', async () => {
  const closed = await openPair();
  await using pair = await openPair();
  const { provider, now } = pair;
  const tooLate = buildPaymentOrder(now(), { expiresAt: now().add({ hours: 25 }) });
  assert.equal((await failsAs(provider.createCheckout(tooLate), 'refused')).code, 'parameter_invalid');
  const error = await failsAs(provider.readOrder('cs_test_unknown'), 'notFound');
  assert.equal(error.code, 'resource_missing');
  assert.match(String(error.requestId), /^req_/);
  await closed[Symbol.asyncDispose]();
  await failsAs(closed.provider.readOrder('cs_test_1'), 'unreachable');
});

test('no error has a secret in it, whatever Stripe repeats of it', async () => {
  await using pair = await openPair(2_000);
  const { stripe, provider, now } = pair;
  const secrets = [...stripe.secretKeys, ...stripe.webhookSecrets];
  const errors: ProviderError[] = [];
  for (const kind of ['silent', 'errorAfter', 'limited', 'error'] as const) {
    stripe.faults.splice(0, stripe.faults.length, { on: /./, kind, times: 3 });
    errors.push(await failsAs(provider.createCheckout(buildPaymentOrder(now()))));
  }
  stripe.faults.splice(0);
  stripe.secretKeys.splice(0, 1, 'sk_test_51AnotherKeyOfTheStandIn');
  const wrongKey = await failsAs(provider.createCheckout(buildPaymentOrder(now())), 'keys');
  await using echo = await openHttpStandIn(
    ({ headers }) => {
      const message = `You sent ${headers.authorization?.split(' ')[1]}, and know ${stripe.webhookSecrets[0]}`;
      return { status: 400, body: JSON.stringify({ error: { type: 'invalid_request_error', message } }) };
    },
    (status) => ({ status, body: '' }),
  );
  const echoed = openStripeProvider({ ...setOf(stripe.env), secretKey: secrets[0] ?? '', apiUrl: echo.url });
  const repeated = await failsAs(echoed.readOrder('cs_test_1'), 'refused');
  assert.match(repeated.message, /You sent \[secret\], and know \[secret\]/);
  for (const error of [...errors, wrongKey, repeated]) {
    const whole = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
    for (const secret of secrets) assert.ok(!whole.includes(secret), whole);
    assert.doesNotMatch(whole, /authorization|bearer/i);
  }
});

test('keys rotate: the former key and the new one work while Stripe accepts both', async () => {
  await using pair = await openPair();
  const { stripe, provider, reopened, now } = pair;
  stripe.secretKeys.unshift('sk_test_51NewKeyOfTheStandIn');
  await provider.createCheckout(buildPaymentOrder(now()));
  await reopened().createCheckout(buildPaymentOrder(now()));
  stripe.secretKeys.pop();
  await failsAs(provider.createCheckout(buildPaymentOrder(now())), 'keys');
  await reopened().createCheckout(buildPaymentOrder(now()));
});

test('a notice names its event and the order or payment that it is about', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  stripe.buyer.pay(orderRef);
  stripe.buyer.refund(orderRef, 500);
  stripe.buyer.dispute(orderRef, { cents: 500 });
  const transactionRef = stripe.account.sessions.get(orderRef)?.payment_intent;
  for (const event of stripe.account.events.values()) {
    const verdict = await provider.verifyNotice({ ...stripe.sign(event), now: now() });
    const subject = event.type.startsWith('checkout.session.') ? { orderRef } : { transactionRef };
    assert.deepEqual(verdict, { isVerified: true, eventId: event.id, type: event.type, subject });
    assert.equal(await provider.findOrder(subject as { orderRef: string }), orderRef);
  }
  assert.deepEqual(
    [...stripe.account.events.values()].map(({ type }) => type),
    [
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ],
  );
});

test('notices of other programs on the account, and of unknown objects, lead to no order', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  const session = stripe.account.sessions.get(orderRef) ?? assert.fail('no session');
  session.metadata = {};
  stripe.buyer.pay(orderRef);
  for (const event of stripe.account.events.values()) {
    const verdict = await provider.verifyNotice({ ...stripe.sign(event), now: now() });
    assert.ok(verdict.isVerified);
    assert.equal(verdict.subject && (await provider.findOrder(verdict.subject)), undefined, event.type);
  }
  assert.equal(await provider.findOrder({ orderRef: 'cs_test_unknown' }), undefined);
  assert.equal(await provider.findOrder({ transactionRef: 'pi_unknown' }), undefined);
  assert.deepEqual(await provider.listRecent(now().subtract({ hours: 72 })), []);
});

test('forged, altered, old, foreign, large and malformed notices are refused', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  stripe.buyer.pay(orderRef);
  const [event] = stripe.account.events.values();
  assert.ok(event);
  const verdict = async (notice: { headers: Record<string, string>; rawBody: Buffer }) => {
    const answer = await provider.verifyNotice({ ...notice, now: now() });
    return answer.isVerified ? 'verified' : answer.reason;
  };
  const right = stripe.sign(event);
  const signature = right.headers['stripe-signature'];
  assert.equal(await verdict(right), 'verified');
  for (const [expected, notice] of [
    ['signature', stripe.sign(event, { secrets: ['whsec_SecretOfAnotherAccount'] })],
    ['signature', stripe.sign(event, { alter: (body) => body.replace('12345', '99999') })],
    ['signature', { ...right, headers: { 'stripe-signature': signature.replace(/t=\d+/, 't=1772438401') } }],
    ['signature', { ...right, headers: { 'stripe-signature': signature.replace(/v1=../, 'v1=00') } }],
    ['old', stripe.sign(event, { signedAt: now().subtract({ seconds: 301 }) })],
    ['old', stripe.sign(event, { signedAt: now().add({ seconds: 301 }) })],
    ['verified', stripe.sign(event, { signedAt: now().subtract({ seconds: 300 }) })],
    ['foreign', stripe.sign({ ...event, livemode: true })],
    ['malformed', { ...right, headers: {} }],
    ['malformed', { ...right, headers: { 'stripe-signature': signature.replaceAll('v1=', 'v0=') } }],
    ['malformed', { ...right, headers: { 'stripe-signature': `t=now,${signature}` } }],
    ['malformed', stripe.sign({ object: 'list', data: [] })],
    ['malformed', stripe.sign({ ...event, data: { object: nested(30) } })],
    ['large', stripe.sign({ ...event, padding: 'x'.repeat(256 * 1024) })],
  ] as const) {
    assert.equal(await verdict(notice), expected, JSON.stringify(notice.headers));
  }
  const unset = openStripeProvider({ ...setOf(stripe.env), webhookSecrets: [] });
  assert.deepEqual(await unset.verifyNotice({ ...right, now: now() }), { isVerified: false, reason: 'unconfigured' });
});

const nested = (depth: number): object => (depth === 0 ? {} : { in: nested(depth - 1) });
const setOf = (env: Record<string, string>) => parseConfig(env).payments.stripe ?? assert.fail('Stripe is not set up');

test('the secret of notices rotates: each side may have the former one, the new one, or both', async () => {
  await using pair = await openPair();
  const { stripe, reopened, now } = pair;
  const [former = ''] = stripe.webhookSecrets;
  const next = 'whsec_NewSecretOfTheStandIn';
  const event = { object: 'event', id: 'evt_1', type: 'charge.refunded', livemode: false, data: { object: {} } };
  const bySender = { former: [former], both: [former, next], next: [next] };
  const verdicts = async () => {
    const provider = reopened();
    const accepted: string[] = [];
    for (const [name, secrets] of Object.entries(bySender)) {
      const { isVerified } = await provider.verifyNotice({ ...stripe.sign(event, { secrets }), now: now() });
      if (isVerified) accepted.push(name);
    }
    return accepted;
  };
  assert.deepEqual(await verdicts(), ['former', 'both']);
  stripe.webhookSecrets.push(next);
  assert.deepEqual(await verdicts(), ['former', 'both', 'next']);
  stripe.webhookSecrets.shift();
  assert.deepEqual(await verdicts(), ['both', 'next']);
});

test("Stripe's own package signs notices that we accept, and accepts those of the stand-in", async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const { Stripe } = await import('stripe');
  const [secret = ''] = stripe.webhookSecrets;
  const event = { object: 'event', id: 'evt_1', type: 'ping', livemode: false, data: { object: { text: 'Rīga €' } } };
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(now().epochMilliseconds / 1000);
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const notice = { rawBody: Buffer.from(payload), headers: { 'stripe-signature': header }, now: now() };
  const verdict = await provider.verifyNotice(notice);
  assert.deepEqual(verdict, { isVerified: true, eventId: 'evt_1', type: 'ping', subject: undefined });
  const { rawBody, headers } = stripe.sign(event);
  const signature = headers['stripe-signature'];
  const parsed = Stripe.webhooks.constructEvent(rawBody, signature, secret, 300, undefined, now().epochMilliseconds);
  assert.equal(parsed.id, 'evt_1');
});

test('recent orders are those made since then, and those whose money moved, each once', async () => {
  await using pair = await openPair();
  const { stripe, provider, now, advance } = pair;
  const open = async () => (await provider.createCheckout(buildPaymentOrder(now()))).orderRef;
  const [untouched, refunded, disputed] = [await open(), await open(), await open()];
  for (const ref of [untouched, refunded, disputed]) stripe.buyer.pay(ref);
  advance({ hours: 24 * 30 });
  stripe.buyer.refund(refunded, 1);
  stripe.buyer.refund(refunded, 2);
  stripe.buyer.dispute(disputed);
  const fresh = await Promise.all(Array.from({ length: 120 }, open));
  const recent = await provider.listRecent(now().subtract({ hours: 72 }));
  assert.deepEqual(recent.toSorted(), [refunded, disputed, ...fresh].toSorted());
});

test('a notice can come before the answer that names the order', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const answered = Promise.withResolvers<void>();
  stripe.faults.push({ on: create, kind: 'held', until: answered.promise });
  const order = buildPaymentOrder(now());
  const opening = provider.createCheckout(order);
  await eventually('the session exists', () => stripe.account.sessions.size === 1);
  const [orderRef = ''] = stripe.account.sessions.keys();
  stripe.buyer.pay(orderRef);
  assert.equal((await provider.readOrder(orderRef)).attemptId, order.attemptId);
  answered.resolve();
  assert.equal((await opening).orderRef, orderRef);
});

test('buyers pay at the page of the stand-in, and its notices arrive at once where an address is set', async () => {
  await using pair = await openPair();
  const { stripe, provider, now } = pair;
  const verdicts: string[] = [];
  await using receiver = await openHttpStandIn(
    async ({ body, headers }) => {
      const verdict = await provider.verifyNotice({ rawBody: Buffer.from(body), headers, now: now() });
      verdicts.push(verdict.isVerified ? verdict.type : verdict.reason);
      return { status: 200, body: '' };
    },
    (status) => ({ status, body: '' }),
  );
  const { url, orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  stripe.noticesTo = `${receiver.url}/api/hooks/payments/stripe`;
  const press = (action: string) => fetch(url, { method: 'POST', body: `action=${action}`, redirect: 'manual' });
  assert.match(
    await (await fetch(url)).text(),
    /123\.45 EUR[\s\S]*Pay by card[\s\S]*href="https:\/\/book\.test\/Payment\?Id=1"/,
  );
  assert.match(await (await press('decline')).text(), /Your card was declined/);
  const paid = await press('pay');
  assert.deepEqual([paid.status, paid.headers.get('location')], [303, 'https://book.test/Payment?Id=1&back=1']);
  assert.deepEqual(new Set(await stripe.sent()), new Set([200]));
  assert.equal(verdicts.length, stripe.account.events.size);
  assert.ok(verdicts.includes('checkout.session.completed'), verdicts.join());
  assert.equal((await provider.readOrder(orderRef)).state, 'paid');
  assert.match(await (await fetch(url)).text(), /complete/);
});
