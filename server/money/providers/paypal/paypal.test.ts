// Tests of PayPal as a provider, against the stand-in.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { parseConfig } from '#server/config.ts';
import { buildPaymentOrder } from '#server/testing/build/payment-order.ts';
import { failsAs } from '#server/testing/clients/provider-failure.ts';
import type { payPalCertificates } from '#server/testing/paypal/certificates.ts';
import { openPayPal } from '#server/testing/paypal/open-paypal.ts';
import { eventually } from '#server/testing/process.ts';
import { openHttpStandIn } from '#server/testing/servers/http-stand-in.ts';
import type { ProviderError } from '../provider.ts';
import { openPayPalProvider } from './open-paypal-provider.ts';

/** The stand-in with its own clock, and a client of it with a short time limit (ms). */
async function openPair(timeout = 10_000) {
  let now = Temporal.Instant.from('2026-03-02T08:00:00Z');
  const payPal = await openPayPal(() => now);
  const setting = () => parseConfig(payPal.env).payments.paypal ?? assert.fail('PayPal is not set up');
  return {
    payPal,
    setting,
    provider: openPayPalProvider(setting(), timeout),
    reopened: () => openPayPalProvider(setting(), timeout),
    now: () => now,
    advance: (duration: Temporal.DurationLike) => {
      now = now.add(duration);
    },
    [Symbol.asyncDispose]: () => payPal[Symbol.asyncDispose](),
  };
}

const create = /^POST \/v2\/checkout\/orders$/;
const capture = /^POST \/v2\/checkout\/orders\/\w+\/capture$/;

test('an order is opened with our amount, language and addresses, and read back', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const order = buildPaymentOrder(now(), { language: 'de', amountCents: 100_005 });
  const { orderRef, url, expiresAt } = await provider.createCheckout(order);
  assert.equal(url, `${payPal.url}/checkoutnow?token=${orderRef}`);
  assert.equal(expiresAt, undefined);
  const made = payPal.account.orders.get(orderRef) ?? assert.fail('no order');
  assert.deepEqual(made.purchase_units[0].amount, { currency_code: 'EUR', value: '1000.05' });
  assert.deepEqual([made.locale, made.returnUrl, made.cancelUrl], ['de-DE', order.returnUrl, order.cancelUrl]);
  const request = payPal.requests.at(-1);
  assert.equal(request?.headers['paypal-request-id'], order.attemptId);
  assert.deepEqual(await provider.readOrder(orderRef), {
    orderRef,
    attemptId: order.attemptId,
    state: 'open',
    currency: 'EUR',
    amountCents: 100_005,
    capturedCents: 0,
    refundedCents: 0,
    disputedCents: 0,
    reinstatedCents: 0,
    transactionRef: undefined,
    transactionUrl: undefined,
    failure: undefined,
  });
  const one = await provider.createCheckout(buildPaymentOrder(now(), { amountCents: 7 }));
  assert.equal(payPal.account.orders.get(one.orderRef)?.purchase_units[0].amount.value, '0.07');
});

test('nothing is paid until an approved order is captured, and then once', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef, url } = await provider.createCheckout(buildPaymentOrder(now()));
  assert.equal((await provider.capture(orderRef)).state, 'open');
  payPal.buyer.approve(url);
  assert.deepEqual([(await provider.readOrder(orderRef)).state, payPal.account.captures.size], ['approved', 0]);
  const paid = await Promise.all([provider.capture(orderRef), provider.capture(orderRef)]);
  const again = await provider.capture(orderRef);
  const [captureRef] = payPal.account.captures.keys();
  assert.equal(payPal.account.captures.size, 1);
  for (const facts of [...paid, again]) {
    assert.deepEqual([facts.state, facts.capturedCents, facts.transactionRef], ['paid', 12_345, captureRef]);
  }
  assert.equal(again.transactionUrl, `https://www.sandbox.paypal.com/activity/payment/${captureRef}`);
  assert.deepEqual(await provider.expire(orderRef), again);
});

test('an order that was captured meanwhile under another key is paid', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  payPal.buyer.approve(orderRef);
  const captured = Promise.withResolvers<void>();
  payPal.faults.push({ on: /^GET/, kind: 'held', until: captured.promise });
  const late = provider.capture(orderRef);
  await eventually('the order is being read', () => payPal.requests.at(-1)?.method === 'GET');
  const [token] = payPal.account.tokens.keys();
  const headers = { authorization: `Bearer ${token}`, 'paypal-request-id': 'another' };
  await fetch(`${payPal.url}/v2/checkout/orders/${orderRef}/capture`, { method: 'POST', headers, body: '{}' });
  captured.resolve();
  const { state, failure, capturedCents } = await late;
  assert.deepEqual([state, failure, capturedCents], ['paid', undefined, 12_345]);
});

test("a declined account leaves the order open and says why, and the buyer's next choice pays", async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  payPal.buyer.decline(orderRef);
  payPal.buyer.approve(orderRef);
  const declined = await provider.capture(orderRef);
  assert.deepEqual([declined.state, declined.failure, declined.capturedCents], ['open', 'INSTRUMENT_DECLINED', 0]);
  payPal.buyer.accept(orderRef);
  payPal.buyer.approve(orderRef);
  const paid = await provider.capture(orderRef);
  assert.deepEqual([paid.state, paid.failure, paid.capturedCents], ['paid', undefined, 12_345]);
});

test('a capture is pending until its money comes or fails', async () => {
  await using pair = await openPair();
  const { payPal, provider, now, advance } = pair;
  const refs: string[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
    payPal.buyer.pend(orderRef);
    payPal.buyer.approve(orderRef);
    assert.deepEqual([(await provider.capture(orderRef)).state, refs.push(orderRef)], ['pending', nth + 1]);
  }
  const [comes = '', fails = ''] = refs;
  // The token ends meanwhile.
  advance({ hours: 5 * 24 });
  payPal.buyer.settle(comes);
  payPal.buyer.fail(fails);
  const states = await Promise.all(refs.map(async (ref) => (await provider.readOrder(ref)).state));
  assert.deepEqual(states, ['paid', 'failed']);
  const { failure, capturedCents } = await provider.readOrder(fails);
  assert.deepEqual([failure, capturedCents], ['DECLINED', 0]);
});

test('refunds and disputes only make sums grow, also a refund that fails after it was made', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now(), { amountCents: 10_000 }));
  payPal.buyer.approve(orderRef);
  await provider.capture(orderRef);
  const sums = async () => {
    const facts = await provider.readOrder(orderRef);
    return [facts.capturedCents, facts.refundedCents, facts.disputedCents, facts.reinstatedCents];
  };
  const first = payPal.buyer.refund(orderRef, 1_000);
  assert.deepEqual(await sums(), [10_000, 1_000, 0, 0]);
  payPal.buyer.failRefund(first);
  assert.deepEqual(await sums(), [10_000, 1_000, 0, 1_000]);
  payPal.buyer.refund(orderRef, 300, 'PENDING');
  payPal.buyer.dispute(orderRef, { cents: 500, isInquiry: true });
  assert.deepEqual(await sums(), [10_000, 1_000, 0, 1_000]);
  const won = payPal.buyer.dispute(orderRef, { cents: 4_000 });
  assert.deepEqual(await sums(), [10_000, 1_000, 4_000, 1_000]);
  payPal.buyer.winDispute(won);
  assert.deepEqual(await sums(), [10_000, 1_000, 4_000, 5_000]);
  payPal.buyer.loseDispute(payPal.buyer.dispute(orderRef, { cents: 2_000 }));
  assert.deepEqual(await sums(), [10_000, 1_000, 6_000, 5_000]);
});

test('without the permission for disputes they are not read, and a dispute that is also a refund counts once', async () => {
  await using pair = await openPair();
  const { payPal, provider, reopened, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now(), { amountCents: 10_000 }));
  payPal.buyer.approve(orderRef);
  await provider.capture(orderRef);
  payPal.buyer.loseDispute(payPal.buyer.dispute(orderRef));
  payPal.buyer.refund(orderRef);
  const { capturedCents, refundedCents, disputedCents, reinstatedCents } = await provider.readOrder(orderRef);
  assert.equal(capturedCents - refundedCents - disputedCents + reinstatedCents, 0);
  payPal.api.scope = 'https://uri.paypal.com/services/payments/payment';
  const facts = await reopened().readOrder(orderRef);
  assert.deepEqual([facts.refundedCents, facts.disputedCents, facts.reinstatedCents], [10_000, 0, 0]);
});

for (const kind of ['lost', 'timeout', 'errorAfter'] as const) {
  test(`an order and a capture whose answers are missing (${kind}) are made once when they are repeated`, async () => {
    await using pair = await openPair(2_000);
    const { payPal, provider, now } = pair;
    const order = buildPaymentOrder(now());
    payPal.faults.push({ on: create, kind }, { on: capture, kind });
    await failsAs(provider.createCheckout(order), 'unknown');
    const { orderRef } = await provider.createCheckout(order);
    assert.deepEqual([...payPal.account.orders.keys()], [orderRef]);
    payPal.buyer.approve(orderRef);
    await failsAs(provider.capture(orderRef), 'unknown');
    const { state, capturedCents } = await provider.capture(orderRef);
    assert.deepEqual([state, capturedCents, payPal.account.captures.size], ['paid', 12_345, 1]);
  });
}

test('a silent provider costs its time limit, and says whether something may have happened', async () => {
  await using pair = await openPair(300);
  const { payPal, provider, now } = pair;
  payPal.faults.push({ on: /oauth2/, kind: 'silent' });
  const startedAt = performance.now();
  await failsAs(provider.createCheckout(buildPaymentOrder(now())));
  payPal.faults.push({ on: create, kind: 'silent' }, { on: /^GET/, kind: 'slow', ms: 30_000 });
  await failsAs(provider.createCheckout(buildPaymentOrder(now())), 'unknown');
  await failsAs(provider.readOrder('1'), 'unknown');
  const took = performance.now() - startedAt;
  assert.ok(took < 5_000, `${took} ms`);
});

for (const [title, kind, expected] of [
  ['an error before anything was done', 'error', 'unknown'],
  ['a limit of calls', 'limited', 'unreachable'],
] as const) {
  test(`${title} is ${expected}, and the same call succeeds later`, async () => {
    await using pair = await openPair();
    const { payPal, provider, now } = pair;
    const order = buildPaymentOrder(now());
    payPal.faults.push({ on: create, kind });
    await failsAs(provider.createCheckout(order), expected);
    const { orderRef } = await provider.createCheckout(order);
    assert.deepEqual([...payPal.account.orders.keys()], [orderRef]);
  });
}

test('an answer of another form is unknown, a rejected value refused, an unknown order not found', async () => {
  const closed = await openPair();
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const zero = buildPaymentOrder(now(), { amountCents: 0 });
  assert.equal((await failsAs(provider.createCheckout(zero), 'refused')).code, 'CANNOT_BE_ZERO_OR_NEGATIVE');
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  payPal.buyer.forget(orderRef);
  const error = await failsAs(provider.readOrder(orderRef), 'notFound');
  assert.equal(error.code, 'RESOURCE_NOT_FOUND');
  assert.match(String(error.requestId), /^\w{13}$/);
  const other = await openHttpStandIn(
    ({ path }) =>
      path.endsWith('/token')
        ? { status: 200, body: '{"access_token":"a","expires_in":9000,"scope":""}' }
        : { status: 200, body: '{"id":17}' },
    (status) => ({ status, body: '' }),
  );
  await using _ = other;
  const odd = openPayPalProvider({ ...pair.setting(), apiUrl: other.url });
  await failsAs(odd.readOrder('1'), 'unknown');
  await closed[Symbol.asyncDispose]();
  await failsAs(closed.provider.readOrder('1'), 'unreachable');
});

test('one token serves all calls until it ends or PayPal takes it back', async () => {
  await using pair = await openPair();
  const { payPal, provider, reopened, now } = pair;
  const tokens = () => payPal.requests.filter(({ path }) => path.endsWith('/token')).length;
  await Promise.all([1, 2, 3].map(() => provider.createCheckout(buildPaymentOrder(now()))));
  assert.equal(tokens(), 1);
  payPal.account.tokens.clear();
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  await provider.readOrder(orderRef);
  assert.equal(tokens(), 2);
  // Shorter than the time before which it is renewed.
  payPal.api.tokenSeconds = 30;
  const brief = reopened();
  await brief.readOrder(orderRef);
  await brief.readOrder(orderRef);
  assert.equal(tokens(), 4);
});

test('no error has a secret or a token in it', async () => {
  await using pair = await openPair(2_000);
  const { payPal, provider, now } = pair;
  const errors: ProviderError[] = [];
  for (const kind of ['silent', 'lost', 'errorAfter', 'limited', 'error'] as const) {
    payPal.faults.push({ on: create, kind });
    errors.push(await failsAs(provider.createCheckout(buildPaymentOrder(now()))));
  }
  const tokens = [...payPal.account.tokens.keys()];
  const secrets = [...payPal.api.secrets, ...tokens, Buffer.from(payPal.api.secrets[0] ?? '').toString('base64')];
  payPal.account.tokens.clear();
  payPal.api.secrets.splice(0, 1, 'another-secret-of-the-stand-in');
  errors.push(await failsAs(provider.createCheckout(buildPaymentOrder(now())), 'keys'));
  const token = 'A21AATokenOfTheEcho';
  const echo = await openHttpStandIn(
    ({ path, headers }) => {
      const isToken = path.endsWith('/token');
      const sent = headers.authorization?.split(' ')[1];
      return isToken
        ? { status: 200, body: JSON.stringify({ access_token: token, expires_in: 9_000 }) }
        : { status: 400, body: JSON.stringify({ name: 'X', message: `You sent ${sent}` }) };
    },
    (status) => ({ status, body: '' }),
  );
  await using _ = echo;
  const echoed = await failsAs(openPayPalProvider({ ...pair.setting(), apiUrl: echo.url }).readOrder('1'));
  assert.match(echoed.message, /You sent \[secret\]/);
  secrets.push(token);
  errors.push(echoed);
  for (const error of errors) {
    const whole = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
    for (const secret of secrets) assert.ok(!whole.includes(secret), whole);
    assert.doesNotMatch(whole, /(bearer|basic) \w/i);
  }
});

test('the secret rotates: a client with the new one works, one with the former one no longer', async () => {
  await using pair = await openPair();
  const { payPal, provider, reopened, now } = pair;
  payPal.api.secrets.unshift('new-secret-of-the-stand-in');
  await provider.createCheckout(buildPaymentOrder(now()));
  await reopened().createCheckout(buildPaymentOrder(now()));
  payPal.api.secrets.pop();
  payPal.account.tokens.clear();
  await failsAs(provider.createCheckout(buildPaymentOrder(now())), 'keys');
  await reopened().createCheckout(buildPaymentOrder(now()));
});

test('a notice names its event, and leads to the order', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  payPal.buyer.approve(orderRef);
  await provider.capture(orderRef);
  payPal.buyer.refund(orderRef, 500);
  payPal.buyer.dispute(orderRef, { cents: 500 });
  const events = [...payPal.account.events.values()];
  assert.deepEqual(
    events.map(({ event_type: type }) => type),
    ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.REFUNDED', 'CUSTOMER.DISPUTE.CREATED'],
  );
  for (const event of events) {
    const verdict = await provider.verifyNotice({ ...payPal.sign(event), now: now() });
    assert.ok(verdict.isVerified, event.event_type);
    assert.deepEqual([verdict.eventId, verdict.type], [event.id, event.event_type]);
    assert.equal(await provider.findOrder(verdict.subject ?? {}), orderRef, event.event_type);
  }
  const [refundRef] = payPal.account.refunds.keys();
  assert.equal(await provider.findOrder({ refundRef }), orderRef);
  assert.deepEqual(await provider.listRecent(now().subtract({ hours: 1 })), [orderRef]);
  assert.deepEqual(await provider.listRecent(now().add({ hours: 1 })), []);
});

test('recent orders are those of all pages of events, each once', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const refs = await Promise.all(
    Array.from({ length: 120 }, async () => (await provider.createCheckout(buildPaymentOrder(now()))).orderRef),
  );
  for (const ref of refs) payPal.buyer.approve(ref);
  const recent = await provider.listRecent(now().subtract({ hours: 72 }));
  assert.deepEqual(recent.toSorted(), refs.toSorted());
});

test('notices of other programs on the account, and of unknown objects, lead to no order', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  const order = payPal.account.orders.get(orderRef) ?? assert.fail('no order');
  order.purchase_units[0].custom_id = 'shop-17';
  payPal.buyer.approve(orderRef);
  await provider.capture(orderRef);
  assert.equal((await provider.readOrder(orderRef)).attemptId, undefined);
  const [transactionRef] = payPal.account.captures.keys();
  for (const subject of [
    { orderRef },
    { transactionRef },
    { orderRef: '1' },
    { transactionRef: '1' },
    { refundRef: '1' },
  ]) {
    assert.equal(await provider.findOrder(subject), undefined);
  }
  assert.deepEqual(await provider.listRecent(now().subtract({ hours: 72 })), []);
});

test('forged, altered, old, foreign, large and malformed notices are refused', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const { orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  payPal.buyer.approve(orderRef);
  const [event] = payPal.account.events.values();
  assert.ok(event);
  const verdict = async (notice: { headers: Record<string, string>; rawBody: Buffer }) => {
    const answer = await provider.verifyNotice({ ...notice, now: now() });
    return answer.isVerified ? 'verified' : answer.reason;
  };
  const right = payPal.sign(event);
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const key = other.export({ type: 'pkcs8', format: 'pem' }).toString();
  const withHeader = (name: string, value: string) => ({ ...right, headers: { ...right.headers, [name]: value } });
  assert.equal(await verdict(right), 'verified');
  for (const [expected, notice] of [
    ['signature', payPal.sign(event, { webhookId: '1JE4291016473214C' })],
    ['signature', payPal.sign(event, { key })],
    ['signature', payPal.sign(event, { alter: (body) => body.replace(orderRef, 'X'.repeat(17)) })],
    ['signature', withHeader('paypal-transmission-id', 'another')],
    ['signature', withHeader('paypal-transmission-time', '2026-03-02T08:00:01Z')],
    ['old', payPal.sign(event, { signedAt: now().subtract({ hours: 97 }) })],
    ['old', payPal.sign(event, { signedAt: now().add({ minutes: 6 }) })],
    ['verified', payPal.sign(event, { signedAt: now().subtract({ hours: 72 }) })],
    ['malformed', { ...right, headers: {} }],
    ['malformed', withHeader('paypal-auth-algo', 'none')],
    ['malformed', withHeader('paypal-transmission-time', 'yesterday')],
    ['malformed', withHeader('paypal-transmission-sig', '')],
    ['malformed', payPal.sign({ hello: 'world' })],
    ['large', payPal.sign({ ...event, padding: 'x'.repeat(256 * 1024) })],
  ] as const) {
    assert.equal(await verdict(notice), expected, JSON.stringify(notice.headers));
  }
  const unset = openPayPalProvider({ ...pair.setting(), webhookId: undefined });
  assert.deepEqual(await unset.verifyNotice({ ...right, now: now() }), { isVerified: false, reason: 'unconfigured' });
});

test("a certificate counts only from PayPal's address, of PayPal's name, valid, and with a trusted chain", async () => {
  await using pair = await openPair();
  await using elsewhere = await openPair();
  const { payPal, provider, now } = pair;
  const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource_type: 'capture', resource: {} };
  const isVerified = async (certUrl: string) =>
    (await provider.verifyNotice({ ...payPal.sign(event, { certUrl }), now: now() })).isVerified;
  const found: Record<string, boolean> = {};
  const names = ['right', 'ofAnotherHost', 'expired', 'ofAnotherAuthority', 'byNoAuthority', 'withoutChain'] as const;
  for (const name of names satisfies readonly (keyof typeof payPalCertificates)[]) {
    found[name] = await isVerified(payPal.certUrl(name));
  }
  const no = { ofAnotherHost: false, expired: false, ofAnotherAuthority: false, byNoAuthority: false };
  assert.deepEqual(found, { right: true, ...no, withoutChain: false });
  const asked = payPal.requests.length;
  const right = new URL(payPal.certUrl('right'));
  for (const address of [
    elsewhere.payPal.certUrl('right'),
    'https://api.paypal.com/v1/notifications/certs/CERT-right',
    'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-right',
    right.href.replace('127.0.0.1', 'localhost'),
    right.href.replace('http:', 'https:'),
    right.href.replace('//', '//user:secret@'),
    `${right.href}?a=b`,
    `${right.origin}/v1/notifications/certs/../certs/CERT-right/x`,
    `${right.origin}/v1/oauth2/token`,
    'file:///etc/passwd',
    'CERT-right',
    '',
  ]) {
    assert.equal(await isVerified(address), false, address);
  }
  assert.equal(payPal.requests.length + elsewhere.payPal.requests.length, asked);
});

test('a certificate is fetched once, and forged notices cost ten in a minute at most', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource_type: 'capture', resource: {} };
  const fetched = () => payPal.requests.filter(({ path }) => path.includes('/certs/')).length;
  payPal.faults.push({ on: /certs/, kind: 'error' });
  await failsAs(provider.verifyNotice({ ...payPal.sign(event), now: now() }), 'unreachable');
  for (let nth = 0; nth < 5; nth++) {
    assert.ok((await provider.verifyNotice({ ...payPal.sign(event), now: now() })).isVerified);
  }
  assert.equal(fetched(), 2);
  const forged = (nth: number) => payPal.sign(event, { certUrl: payPal.certUrl('right').replace('right', `${nth}`) });
  for (let nth = 0; nth < 8; nth++) {
    assert.equal((await provider.verifyNotice({ ...forged(nth), now: now() })).isVerified, false);
  }
  await failsAs(provider.verifyNotice({ ...forged(8), now: now() }), 'unreachable');
  assert.ok((await provider.verifyNotice({ ...payPal.sign(event), now: now() })).isVerified);
  assert.equal(fetched(), 10);
});

test('a notice can come before the answer that names the order', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const answered = Promise.withResolvers<void>();
  payPal.faults.push({ on: create, kind: 'held', until: answered.promise });
  const order = buildPaymentOrder(now());
  const opening = provider.createCheckout(order);
  await eventually('the order exists', () => payPal.account.orders.size === 1);
  const [orderRef = ''] = payPal.account.orders.keys();
  payPal.buyer.approve(orderRef);
  assert.equal((await provider.capture(orderRef)).attemptId, order.attemptId);
  answered.resolve();
  assert.equal((await opening).orderRef, orderRef);
});

test('buyers agree at the page of the stand-in, and its notices arrive at once where an address is set', async () => {
  await using pair = await openPair();
  const { payPal, provider, now } = pair;
  const verdicts: string[] = [];
  await using receiver = await openHttpStandIn(
    async ({ body, headers }) => {
      const verdict = await provider.verifyNotice({ rawBody: Buffer.from(body), headers, now: now() });
      verdicts.push(verdict.isVerified ? verdict.type : verdict.reason);
      return { status: 200, body: '' };
    },
    (status) => ({ status, body: '' }),
  );
  payPal.noticesTo = `${receiver.url}/api/hooks/payments/paypal`;
  const { url, orderRef } = await provider.createCheckout(buildPaymentOrder(now()));
  assert.match(await (await fetch(url)).text(), /123\.45 EUR/);
  const agreed = await fetch(url, { method: 'POST', body: 'action=approve', redirect: 'manual' });
  const back = `https://book.test/Payment?Id=1&back=1&token=${orderRef}&PayerID=BUYER1`;
  assert.deepEqual([agreed.status, agreed.headers.get('location')], [303, back]);
  await provider.capture(orderRef);
  assert.deepEqual(await payPal.sent(), [200, 200]);
  assert.deepEqual(verdicts.toSorted(), ['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
});
