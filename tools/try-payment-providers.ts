// Tries the payment providers of the environment's settings on their test systems, with a person who pays in a browser:
//   node tools/try-payment-providers.ts [--notices=8080] [--minutes=10]
//   node tools/try-payment-providers.ts --stand-ins     on stand-ins on this machine, without a person
// Prints a line for each step, and ends with 1 when one failed. docs/guides/payments.md has the last results.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseConfig } from '#server/config.ts';
import type { Config } from '#server/lib/config.ts';
import { paymentProvidersOf } from '#server/money/providers/configured.ts';
import {
  type CheckoutOrder,
  type OrderFacts,
  type PaymentProvider,
  ProviderError,
} from '#server/money/providers/provider.ts';
import { openPayPal } from '#server/testing/paypal/open-paypal.ts';
import { openStripe } from '#server/testing/stripe/open-stripe.ts';

const { values } = parseArgs({
  options: {
    'stand-ins': { type: 'boolean', default: false },
    notices: { type: 'string' },
    minutes: { type: 'string', default: '10' },
  },
});

type ProviderName = PaymentProvider['name'];

/** Acts for a person: a name of the request, and the order with the address of its page. */
type Person = (request: 'decline' | 'pay' | 'refund', order: { orderRef: string; url: string }) => void;

let failed = 0;
const notices = new Map<ProviderName, number>();

const standIns = values['stand-ins'] ? await openStandIns() : undefined;
const env = standIns?.env ?? process.env;
const config = parseConfig(env);
const providers = [...paymentProvidersOf({ config }).values()];
if (providers.length === 0) fail('Set the keys of a test system: see docs/guides/payments.md.');
if (providers.some(({ isTest }) => !isTest)) fail('These are live keys: this program pays and refunds.');
const receiver = values.notices ? openReceiver(Number(values.notices)) : undefined;
for (const provider of providers)
  await tryProvider(provider, standIns?.persons[provider.name] ?? askPerson(provider.name));
receiver?.close();
await standIns?.close();
console.log(failed === 0 ? 'All steps passed.' : `Steps that failed: ${failed}.`);
process.exitCode = failed === 0 ? 0 : 1;

async function tryProvider(provider: PaymentProvider, person: Person): Promise<void> {
  console.log(`== ${provider.name}`);
  const order = newOrder();
  const since = Temporal.Now.instant().subtract({ minutes: 5 });
  const opened = await step('opens an order of 12.34 EUR', () => provider.createCheckout(order));
  if (!opened) return;
  const { orderRef } = opened;
  await step('repeats the call, and gets the same order', async () => {
    assert.equal((await provider.createCheckout(order)).orderRef, orderRef);
  });
  await step('reads it: open, with our attempt and amount', async () => {
    const { state, attemptId, amountCents, currency } = await provider.readOrder(orderRef);
    assert.deepEqual([state, attemptId, amountCents, currency], ['open', order.attemptId, 1234, 'EUR']);
  });
  await step('does not know an order that does not exist', async () => {
    const error = await failureOf(provider.readOrder(`${orderRef.slice(0, -6)}AAAAAA`));
    assert.equal(error.kind, 'notFound', String(error));
  });
  await step('tells wrong keys from other failures, and does not repeat them', () =>
    wrongKeys(provider.name, orderRef),
  );
  person('decline', opened);
  await step('sees the payment that was declined', async () => {
    const facts = await until(provider, orderRef, ({ failure }) => failure !== undefined);
    console.log(`      code: ${facts.failure}`);
    assert.deepEqual([facts.state, facts.capturedCents], ['open', 0]);
  });
  person('pay', opened);
  const paid = await step('sees the payment, whole and once', async () => {
    const facts = await until(provider, orderRef, ({ state }) => state === 'paid');
    assert.deepEqual([facts.capturedCents, facts.refundedCents, facts.disputedCents], [1234, 0, 0]);
    assert.deepEqual(await provider.capture(orderRef), facts);
    console.log(`      its page: ${facts.transactionUrl}`);
    return facts;
  });
  await step('finds the order by the payment', async () => {
    const transactionRef = paid?.transactionRef;
    assert.equal(await provider.findOrder({ transactionRef }), orderRef);
  });
  await step('leaves a paid order as it is when it is closed', async () => {
    assert.equal((await provider.expire(orderRef)).state, 'paid');
  });
  person('refund', opened);
  await step('sees the refund of 1.00 EUR', async () => {
    const facts = await until(provider, orderRef, ({ refundedCents }) => refundedCents > 0);
    assert.deepEqual([facts.state, facts.refundedCents], ['paid', 100]);
  });
  if (provider.name === 'stripe') {
    await step('closes an open order', async () => {
      const { orderRef: second } = await provider.createCheckout(newOrder());
      assert.equal((await provider.expire(second)).state, 'expired');
    });
    await step('finds an order by its attempt', async () => {
      assert.equal(await provider.findAttempt(order.attemptId, since), orderRef);
    });
  }
  await step('lists the order among the recent ones', async () => {
    assert.ok((await provider.listRecent(since)).includes(orderRef));
  });
  if (receiver || standIns) {
    await step('got notices, all of them verified', async () => assert.ok(notices.get(provider.name)));
  }
}

function newOrder(): CheckoutOrder {
  return {
    attemptId: randomUUID(),
    amountCents: 1234,
    description: 'Daybook tries a payment',
    returnUrl: 'https://example.org/?back=1',
    cancelUrl: 'https://example.org/?back=0',
    language: 'en',
    expiresAt: Temporal.Now.instant().add({ hours: 2 }),
  };
}

/** Returns what the step returns; undefined when it failed, which is printed. */
async function step<T>(title: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    const result = await work();
    console.log(`pass  ${title}`);
    return result;
  } catch (error) {
    failed += 1;
    const text = error instanceof Error ? error.message : String(error);
    console.log(`FAIL  ${title}: ${text.replace(/\s+/g, ' ')}`);
    return undefined;
  }
}

/** Captures and reads the order until the facts are there. */
async function until(
  provider: PaymentProvider,
  orderRef: string,
  isReached: (facts: OrderFacts) => boolean,
): Promise<OrderFacts> {
  const end = performance.now() + Number(values.minutes) * 60_000;
  for (;;) {
    const facts = await provider.capture(orderRef);
    if (isReached(facts)) return facts;
    if (performance.now() > end) throw new Error(`not within ${values.minutes} minutes: ${JSON.stringify(facts)}`);
    await wait(standIns ? 50 : 3_000);
  }
}

async function wrongKeys(name: ProviderName, orderRef: string): Promise<void> {
  const { stripe, paypal } = config.payments;
  const wrong: Config['payments'] = {
    stripe: stripe && { ...stripe, secretKey: 'sk_test_51WrongKeyOfTheTrial' },
    paypal: paypal && { ...paypal, secret: 'wrong-secret-of-the-trial' },
  };
  const provider = paymentProvidersOf({ config: { payments: wrong } }).get(name);
  assert.ok(provider);
  const error = await failureOf(provider.readOrder(orderRef));
  assert.equal(error.kind, 'keys', String(error));
  assert.doesNotMatch(`${error.message} ${JSON.stringify(error)}`, /WrongKeyOfTheTrial|wrong-secret-of-the-trial/);
}

async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.catch((reason: unknown) => reason);
  if (error instanceof ProviderError) return error;
  throw new Error(`It answered ${JSON.stringify(error)}.`);
}

function askPerson(name: ProviderName): Person {
  const requests = {
    stripe: {
      decline: 'try the card 4000 0000 0000 0002 (any later date, any code)',
      pay: 'pay with the card 4242 4242 4242 4242',
      refund: 'refund 1.00 EUR of it at https://dashboard.stripe.com/test/payments',
    },
    paypal: {
      decline: 'agree with a buyer of the sandbox for whom “negative testing” declines the payment',
      pay: 'pay as a buyer of the sandbox',
      refund: 'refund 1.00 EUR of it at https://www.sandbox.paypal.com as the seller',
    },
  };
  return (request, { url }) => {
    console.log(`YOU   ${requests[name][request]}${request === 'refund' ? '' : `:\n      ${url}`}`);
  };
}

/** Verifies notices at this port of this machine; a tunnel or `stripe listen` brings them here. */
function openReceiver(port: number) {
  const server = createServer(async (request, response) => {
    const rawBody = await buffer(request);
    response.end();
    const name = request.url?.includes('paypal') ? 'paypal' : 'stripe';
    const notice = { rawBody, headers: request.headers, now: Temporal.Now.instant() };
    await step(`verifies a notice of ${name}`, async () => {
      const verdict = await paymentProvidersOf({ config }).get(name)?.verifyNotice(notice);
      if (!verdict) throw new Error('no such provider');
      if (!verdict.isVerified) throw new Error(verdict.reason);
      countNotice(name);
      console.log(`      ${verdict.type}`);
    });
  });
  server.listen(port, '127.0.0.1');
  console.log(`Notices are taken at http://127.0.0.1:${port}/api/hooks/payments/{stripe,paypal}.`);
  return server;
}

function countNotice(name: ProviderName): void {
  notices.set(name, (notices.get(name) ?? 0) + 1);
}

/** Both stand-ins, their buyers instead of a person, and their notices verified as they come. */
async function openStandIns() {
  const [stripe, payPal] = await Promise.all([openStripe(), openPayPal()]);
  const verify = async (name: ProviderName, notice: { headers: Record<string, string>; rawBody: Buffer }) => {
    const verdict = await paymentProvidersOf({ config })
      .get(name)
      ?.verifyNotice({ ...notice, now: Temporal.Now.instant() });
    if (verdict?.isVerified) countNotice(name);
    else failed += 1;
  };
  stripe.account.onEvent = (event) => void verify('stripe', stripe.sign(event));
  payPal.account.onEvent = (event) => void verify('paypal', payPal.sign(event));
  const persons: Record<ProviderName, Person> = {
    stripe: (request, { orderRef }) => {
      if (request === 'refund') stripe.buyer.refund(orderRef, 100);
      else stripe.buyer[request](orderRef);
    },
    paypal: (request, { orderRef }) => {
      if (request === 'refund') return void payPal.buyer.refund(orderRef, 100);
      if (request === 'decline') payPal.buyer.decline(orderRef);
      else payPal.buyer.accept(orderRef);
      payPal.buyer.approve(orderRef);
    },
  };
  return {
    env: { ...stripe.env, ...payPal.env } as Record<string, string>,
    persons,
    close: () => Promise.all([stripe[Symbol.asyncDispose](), payPal[Symbol.asyncDispose]()]),
  };
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
