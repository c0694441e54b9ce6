// Measures sales at cash registers: beside the bare inserts of the same rows, and beside two thousand devices that poll.
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { type BuiltEmployee, buildBusiness } from '#server/testing/build/business.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { buildProduct, buildTill } from '#server/testing/build/till.ts';
import { addPollingDevices } from './devices.ts';
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
  const { services } = world;
  const { employee } = await buildBusiness(services, { actions: ['admin'], sessionActiveMinutes: 1440 });
  const { companyId, locationId } = employee;
  const product = await buildProduct(services, { companyId });
  const tills: { registerId: string }[] = [];
  for (let n = 0; n < registerCount; n++) tills.push(await buildTill(services, { companyId, locationId }));
  const headers = await signIn(services, employee);
  const clients = await Promise.all(tills.map(() => services.database.connect()));
  const devices = await addPollingDevices(world, employee, deviceCount);
  await using loader = await openLoader(world);
  const sellAt = (registerId: string) => sell(loader, headers, { registerId, product });
  const sales = () =>
    rateOf(
      tills.map(
        ({ registerId }) =>
          () =>
            sellAt(registerId),
      ),
    );
  const bare = () => rateOf(clients.map((client) => () => insertBare(client, employee)));
  try {
    // Connections and compiled code.
    await sales();
    await bare();
    const pairs = await pairsOf(pairCount, sales, bare);
    const times = await timesBesideDevices(loader.url, devices, () => sellAt(tills[0]?.registerId ?? ''));
    return [
      {
        label: `Sales at ${registerCount} registers, and bare inserts over as many connections`,
        value: pairs.rates.map((rate) => `${rate.toFixed(0)}/s`).join(' and '),
      },
      ratioRow('Sales as a part of the bare inserts of their rows', pairs.ratios, { min: minRatio }),
      ...times,
    ];
  } finally {
    for (const client of clients) await client.end();
  }
}

interface Sale {
  registerId: string;
  product: { id: string; price: number };
}

/** Two bottles, in cash. */
async function sell(loader: Loader, headers: { cookie: string }, { registerId, product }: Sale): Promise<void> {
  const total = 2 * product.price;
  const lines = [{ ProductId: product.id, Quantity: 2, UnitPrice: product.price }];
  const payments = [{ Method: 'cash', Amount: total, Given: total }];
  const sale = { Id: randomUUIDv7(), RegisterId: registerId, Lines: lines, Payments: payments };
  await loader.post('/api/tills/Sell', sale, headers);
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

/** A receipt with a line and a payment, in one transaction as short as it can be. */
async function insertBare(client: Client, { companyId, locationId }: BuiltEmployee): Promise<void> {
  const id = randomUUIDv7();
  await client.query('begin');
  await client.query(
    `insert into receipts (company_id, id, location_id, day, amount, seller, created_at)
     values ($1, $2, $3, '2026-03-02', 25, '{}', now())`,
    [companyId, id, locationId],
  );
  await client.query(
    `insert into receipt_lines (company_id, receipt_id, position, kind, name, location_id, day, quantity, unit_price, amount, vat_rate)
     values ($1, $2, 0, 'product', 'Shampoo', $3, '2026-03-02', 2, 12.5, 25, 21)`,
    [companyId, id, locationId],
  );
  await client.query(
    `insert into receipt_payments (company_id, receipt_id, position, method, amount) values ($1, $2, 0, 'cash', 25)`,
    [companyId, id],
  );
  await client.query('commit');
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
