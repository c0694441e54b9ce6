// Measures sales at cash registers: beside bare inserts of the same rows, and beside two thousand devices that poll.
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { addPollingDevices } from './devices.ts';
import { startChild } from './lib/child.ts';
import { type Loader, openLoader } from './lib/load.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { type PolledDevice, preparePolling } from './lib/poll-devices.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

/** Registers that sell at once, each one sale after the other. */
const registerCount = 8;
/** Of one load (ms). */
const loadTime = 4_000;
const pairCount = 7;
const minRatio = 0.5;

const deviceCount = 2_000;
/** Between two polls of a device (ms). */
const interval = 5_000;

export async function benchTill(world: World): Promise<Row[]> {
  // Each register is of another company: one company has only a share of the connections.
  const shops: Shop[] = [];
  for (let n = 0; n < registerCount; n++) shops.push(await openShop(world));
  const [first] = shops;
  if (!first) throw new Error('No register.');
  await fillReceipts(world, first);
  const devices = await addPollingDevices(world, first, deviceCount);
  await using loader = await openLoader(world);
  const bareApp = await startChild('serve-bare.ts', [world.embedded.url]);
  const sales = () => rateOf(shops.map((shop) => () => sell(loader, shop)));
  const insert = ({ companyId, locationId }: Shop) =>
    post(`${bareApp.url}/receipt`, { values: [companyId, randomUUIDv7(), locationId] });
  const bare = () => rateOf(shops.map((shop) => () => insert(shop)));
  try {
    // Connections and compiled code.
    await sales();
    await bare();
    const pairs = await pairsOf(pairCount, sales, bare);
    const times = await timesBesideDevices(loader.url, devices, () => sell(loader, first));
    return [
      {
        label: `Sales at ${registerCount} registers, and bare inserts of their rows by as many clients of a bare server`,
        value: pairs.rates.map((rate) => `${rate.toFixed(0)}/s`).join(' and '),
      },
      ratioRow('Sales as a part of the bare inserts of their rows', pairs.ratios, { min: minRatio }),
      ...times,
    ];
  } finally {
    await bareApp.close();
  }
}

interface Shop {
  companyId: string;
  locationId: string;
  registerId: string;
  product: { id: string; price: number };
  headers: { cookie: string };
}

async function openShop({ services }: World): Promise<Shop> {
  const { employee } = await buildBusiness(services, { actions: ['admin'], sessionActiveMinutes: 1440 });
  const { companyId, locationId } = employee;
  const product = await buildProduct(services, { companyId });
  const { registerId } = await buildTill(services, { companyId, locationId });
  return { companyId, locationId, registerId, product, headers: await signIn(services, employee) };
}

/** Connections keep the plans of foreign keys that they made for empty tables, and would read whole tables with them. */
async function fillReceipts({ services }: World, { companyId, locationId }: Shop): Promise<void> {
  const client = await services.database.connect();
  await client.query(
    `insert into receipts (company_id, id, location_id, day, amount, seller, created_at)
     select $1, gen_random_uuid(), $2, current_date, 0, '{}', now() from generate_series(1, 5000)`,
    [companyId, locationId],
  );
  await client.query('analyze receipts');
  await client.end();
}

/** Two bottles, in cash. */
async function sell(loader: Loader, { registerId, product, headers }: Shop): Promise<void> {
  const total = 2 * product.price;
  const lines = [{ ProductId: product.id, Quantity: 2, UnitPrice: product.price }];
  const payments = [{ Method: 'cash', Amount: total, Given: total }];
  const sale = { Id: randomUUIDv7(), RegisterId: registerId, Lines: lines, Payments: payments };
  await loader.post('/api/tills/Sell', sale, headers);
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers });
  const said = await answer.text();
  if (!answer.ok) throw new Error(said);
}

/** Acts that each run one after the other, all beside each other, per second. */
async function rateOf(acts: readonly (() => Promise<void>)[]): Promise<number> {
  const end = performance.now() + loadTime;
  let count = 0;
  const begun = performance.now();
  await Promise.all(
    acts.map(async (act) => {
      while (performance.now() < end) {
        await act();
        count++;
      }
    }),
  );
  return (1_000 * count) / (performance.now() - begun);
}

/** How long a sale takes at one register of a shop, without and beside devices that poll, in pairs. */
async function timesBesideDevices(
  url: string,
  devices: readonly PolledDevice[],
  act: () => Promise<void>,
): Promise<Row[]> {
  const polling = await preparePolling({ url, devices, interval });
  try {
    polling.begin();
    await sleep(2 * interval);
    await polling.pause();
    const ratios: number[] = [];
    for (let pair = 0; pair < pairCount; pair++) {
      const without = await timesOf(act);
      polling.begin();
      const beside = await timesOf(act);
      await polling.pause();
      ratios.push(percentile(beside, 0.99) / percentile(without, 0.99));
    }
    return [ratioRow('p99 of a sale beside 2,000 devices as a multiple of that without', ratios, { max: 1.5 })];
  } finally {
    await polling.close();
  }
}

/** A shop at work, not a flood: two sales at a time with a rest. */
async function timesOf(act: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + loadTime;
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now();
      await act();
      times.push(performance.now() - begun);
      await sleep(10);
    }
  };
  await Promise.all([client(), client()]);
  return times;
}
