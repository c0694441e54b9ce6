// The cost of a notice of a payment provider, and the calls of others while the provider keeps silent.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildPayment } from '#server/testing/build/invoices.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { openStripe, type StripeStandIn } from '#server/testing/stripe/open-stripe.ts';
import { startChild } from './lib/child.ts';
import { measureCalls } from './lib/measure-calls.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { many } from './lib/post.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const noticePairs = 15;
const notices = 300;
const clients = 16;
const silentPairs = 9;
/** Of each half of a pair (ms). */
const halfTime = 5_000;
/** People who wait for the silent provider. */
const payers = 20;

export async function benchPayments(world: World): Promise<Row[]> {
  await using stripe = await openStripe();
  const settings = JSON.stringify(stripe.env);
  const app = await startChild('serve-app.ts', [world.embedded.url, world.services.config.dataDir, settings]);
  const bare = await startChild('serve-bare.ts', [world.embedded.url]);
  try {
    const rows = await costOfNotices(stripe, { app: app.url, bare: bare.url });
    return [...rows, ...(await besideSilence(world, stripe, app.url))];
  } finally {
    await app.close();
    await bare.close();
  }
}

async function costOfNotices(stripe: StripeStandIn, { app, bare }: { app: string; bare: string }): Promise<Row[]> {
  // Signed before, like those of Stripe.
  const signed = () => {
    const event = { id: `evt_${randomUUID()}`, object: 'event', type: 'customer.created', livemode: false };
    const { headers, rawBody } = stripe.sign({
      ...event,
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: 'cus_1', object: 'customer' } },
    });
    return { url: `${app}/api/hooks/payments/stripe`, headers, body: Buffer.from(rawBody) };
  };
  const plain = () => {
    const body = Buffer.from(JSON.stringify({ id: `evt_${randomUUID()}`, type: 'customer.created', padding: '' }));
    return { url: `${bare}/notice`, headers: { 'content-type': 'application/json' }, body };
  };
  const rate = async (make: () => Parameters<typeof send>[0]) => {
    const made = Array.from({ length: notices }, make);
    const begin = performance.now();
    await many(notices, clients, () => send(made.pop() ?? make()));
    return notices / ((performance.now() - begin) / 1000);
  };
  await pairsOf(
    2,
    () => rate(plain),
    () => rate(signed),
  ); // Connections, and code that is compiled once.
  const { rates, ratios } = await pairsOf(
    noticePairs,
    () => rate(plain),
    () => rate(signed),
  );
  return [
    {
      label: `Notices in a second: a bare route that stores them; the hook, ${clients} clients`,
      value: rates.map((one) => `${one.toFixed(0)}/s`).join('; '),
    },
    ratioRow('Times as long as the bare route', ratios, { max: 2 }),
  ];
}

async function besideSilence(world: World, stripe: StripeStandIn, url: string): Promise<Row[]> {
  const { services } = world;
  const { employee } = await buildBusiness(services, { sessionActiveMinutes: 1440, actions: ['admin'] });
  const { cookie } = await signIn(services, employee);
  const month = new URLSearchParams({
    locationUrlName: world.people[0]?.locationUrlName ?? '',
    userUrlName: world.people[0]?.urlName ?? '',
    start: world.monthStart.toString(),
    end: world.monthEnd.toString(),
  });
  const urls = [`${url}/api/user/GetCurrent`, `${url}/api/publiccalendars/GetSlots?${month}`];
  const half = async (isSilent: boolean) => {
    // A company may press only so often in an hour.
    const { company, employee: payer } = await buildBusiness(services, { actions: ['admin'] });
    const payments = await Promise.all(Array.from({ length: payers }, () => buildPayment(services, company, {})));
    const headers = { ...(await signIn(services, payer)), 'content-type': 'application/json' };
    if (isSilent) stripe.faults.push({ kind: 'silent', on: /./, times: payers * 10 });
    const over = new AbortController();
    const pressed = payments.map(({ id }) =>
      fetch(`${url}/api/company/payments/StartAttempt`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ Id: id, Provider: 'stripe' }),
        signal: over.signal,
      }).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      ),
    );
    const times = (await measureCalls(urls, cookie, halfTime)).flat();
    over.abort();
    await Promise.all(pressed);
    stripe.faults.length = 0;
    return times;
  };
  const ratios: number[] = [];
  const times: [number[], number[]] = [[], []];
  await half(false);
  for (let pair = 0; pair < silentPairs; pair++) {
    const [answering, silent] = [await half(false), await half(true)];
    ratios.push(percentile(silent, 0.99) / percentile(answering, 0.99));
    times[0].push(...answering);
    times[1].push(...silent);
  }
  const [before, after] = times.map((all) => percentile(all, 0.99));
  return [
    {
      label: `Calls of others beside ${payers} payers, p99 while the provider answers, and while it is silent`,
      value: `${before?.toFixed(0)} and ${after?.toFixed(0)} ms`,
    },
    ratioRow('Times as long beside the silent provider, p99', ratios, { max: 1.2 }),
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function send({ url, headers, body }: { url: string; headers: Record<string, string>; body: Buffer }): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, 'content-length': body.length } });
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} ${url}`)),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
