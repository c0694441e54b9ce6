// Two thousand printers that poll beside people at work: how much slower other calls are, what a poll costs the
// database, and how soon a paper is handed over.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/pool.ts';
import { seenDevices } from '#server/devices/doors/seen-devices.ts';
import { hashDeviceKey } from '#server/devices/keys/device-keys.ts';
import { openLive } from '#server/lib/live.ts';
import { newToken } from '#server/lib/session/session.ts';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildPaper } from '#server/testing/build/device.ts';
import { signIn } from '#server/testing/build/sign-in.ts';
import { queriesOf } from '#server/testing/database/count-queries.ts';
import { startChild } from './lib/child.ts';
import { measureCalls } from './lib/measure-calls.ts';
import { ratioRow } from './lib/pairs.ts';
import { type PolledDevice, type Polling, preparePolling } from './lib/poll-devices.ts';
import { percentile, type Row } from './lib/report.ts';
import { prepareLoad } from './lib/send-load.ts';
import type { World } from './lib/world.ts';

const deviceCount = 2_000;
/** Between two polls of a device (ms). */
const interval = 5_000;
const pairCount = 9;
/** Of each half of a pair (ms). */
const halfTime = 5_000;
const paperCount = 60;

export async function benchDevices(world: World): Promise<Row[]> {
  const { services } = world;
  const { employee } = await buildBusiness(services, {
    sessionActiveMinutes: 1440,
    actions: ['admin'],
    horizonDays: 730,
  });
  const devices = await addPollingDevices(world, employee, deviceCount);
  const costs = await queriesOfPolls(world, devices);
  const app = await startChild('serve-app.ts', [world.embedded.url, services.config.dataDir]);
  const polling = await preparePolling({ url: app.url, devices, interval });
  try {
    const { cookie } = await signIn(services, employee);
    const month = new URLSearchParams({
      locationUrlName: employee.locationUrlName,
      userUrlName: employee.urlName,
      start: world.monthStart.toString(),
      end: world.monthEnd.toString(),
    });
    const urls = [`${app.url}/api/user/GetCurrent`, `${app.url}/api/publiccalendars/GetSlots?${month}`];
    const work = await prepareLoad({
      name: '8 clients that search, export, count and read reports',
      urls: [app.url],
      cookie,
    });
    work.begin();
    // Connections, caches and code that is compiled once; each device is read from the database.
    polling.begin();
    await measureCalls(urls, cookie, 2 * interval);
    await polling.pause();
    const ratios: number[][] = urls.map(() => []);
    const times = { without: [] as number[], beside: [] as number[] };
    let [polls, refused] = [0, 0];
    for (let pair = 0; pair < pairCount; pair++) {
      const without = await measureCalls(urls, cookie, halfTime);
      polling.begin();
      const beside = await measureCalls(urls, cookie, halfTime);
      const polled = await polling.pause();
      polls += polled.polls;
      refused += polled.refused;
      for (const [index, own] of ratios.entries()) {
        own.push(percentile(beside[index] ?? [], 0.99) / percentile(without[index] ?? [], 0.99));
      }
      times.without.push(...without.flat());
      times.beside.push(...beside.flat());
    }
    const waits = await waitsOfPapers(world, employee, polling);
    const answers = await work.end();
    const [before, after] = [times.without, times.beside].map((all) => percentile(all, 0.99));
    return [
      {
        label: `Polls in ${(pairCount * halfTime) / 1_000} s beside work (${answers})`,
        value: `${polls}, ${refused} refused`,
      },
      ...costs,
      {
        label: 'Other calls beside the same work, p99 without and with devices',
        value: `${before?.toFixed(0)} and ${after?.toFixed(0)} ms`,
      },
      ratioRow('p99 of a small call with devices as a multiple of that without', ratios[0] ?? [], { max: 1.2 }),
      ratioRow('p99 of free times with devices as a multiple of that without', ratios[1] ?? [], { max: 1.2 }),
      {
        label: `A paper is handed over at a poll each ${interval / 1_000} s, ${waits.length} papers`,
        value: `p50 ${percentile(waits, 0.5).toFixed(0)} ms, longest ${Math.max(...waits).toFixed(0)} ms`,
        target: `<= ${interval + 500} ms`,
        isMet: waits.length === paperCount && Math.max(...waits) <= interval + 500,
      },
    ];
  } finally {
    await polling.close();
    await app.close();
  }
}

interface Place {
  companyId: string;
  locationId: string;
}

/** Printers of Star and Epson with keys. */
export async function addPollingDevices(
  { services }: World,
  { companyId, locationId }: Place,
  count: number,
): Promise<PolledDevice[]> {
  const devices = Array.from({ length: count }, (_, index) => ({
    door: index % 2 ? ('star' as const) : ('epson' as const),
    key: newToken(),
  }));
  const client = await services.database.connect();
  await client.query(
    `insert into devices (company_id, id, kind, location_id, name, connection, is_confirmed)
     select $1, gen_random_uuid(), 'printer', $2, 'Printer ' || n, door, true
     from unnest($3::text[]) with ordinality d (door, n)`,
    [companyId, locationId, devices.map(({ door }) => door)],
  );
  await client.query(
    `update device_states s set media = '{image/png}', key_hash = k.hash
     from devices d join unnest($2::bytea[]) with ordinality k (hash, n) on d.name = 'Printer ' || k.n
     where s.device_id = d.id and d.company_id = $1`,
    [companyId, devices.map(({ key }) => hashDeviceKey(key))],
  );
  await client.query('vacuum analyze devices, device_states');
  await client.end();
  return devices;
}

/** The statements of polls without work in one process, once it knows its devices. */
async function queriesOfPolls({ embedded, services }: World, devices: readonly PolledDevice[]): Promise<Row[]> {
  const database = openDatabase(embedded.connection);
  const live = await openLive(database.connect, services.log);
  const own = { ...services, database, live };
  const server = await buildApp(own);
  const pollAll = async () => {
    for (const { door, key } of devices) {
      const payload = door === 'star' ? '{"statusCode":"200%20OK"}' : 'ConnectionType=GetRequest&ID=till';
      await server.inject({ method: 'POST', url: `/api/hooks/${door}/${key}`, payload });
    }
  };
  const rounds = 5;
  const first = await queriesOf(pollAll);
  const texts = await queriesOf(async () => {
    for (let round = 0; round < rounds; round++) {
      await pollAll();
      await seenDevices(own).flush();
    }
  });
  const begunAt = performance.now();
  await pollAll();
  const cost = (performance.now() - begunAt) / devices.length;
  await server.close();
  await live.close();
  await database.close();
  const ofPolls = (queries: readonly string[]) => queries.filter((text) => /device_states/.test(text)).length;
  const perPoll = ofPolls(texts) / (rounds * devices.length);
  return [
    {
      label: `Statements a poll without work, of ${rounds} rounds after the first (which had ${ofPolls(first)})`,
      value: perPoll.toFixed(4),
      target: '<= 0.05',
      isMet: perPoll <= 0.05,
    },
    { label: 'A poll without work in the process, without the network', value: `${cost.toFixed(2)} ms` },
  ];
}

/** From when a paper is queued until a printer has it (ms). */
async function waitsOfPapers({ services }: World, place: Place, polling: Polling): Promise<number[]> {
  const { rows } = await sql<{ id: string }>`
    select id from devices where company_id = ${place.companyId} order by md5(name) limit ${paperCount}`.execute(
    services.database.read,
  );
  const queued: Record<string, number> = {};
  polling.begin();
  for (const { id } of rows) {
    await sleep(randomInt(50, 250));
    const { shortId } = await buildPaper(services, { ...place, deviceId: id, minutes: 60 });
    queued[shortId] = Date.now();
  }
  await sleep(2 * interval);
  const { papers } = await polling.pause();
  return Object.entries(papers).map(([shortId, at]) => at - (queued[shortId] ?? Number.NaN));
}
