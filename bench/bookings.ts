// (b) Bookings of distinct free times, of one service and of three in a row, against a bare route that runs the same
// inserts; (d) a stampede on one time.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Child, startChild } from './lib/child.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { many, post } from './lib/post.ts';
import { percentile, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const pairs = 25;
const perLoad = 120;
const clients = 16;
const stampedeClients = 32;
const stampedeRounds = 1_000;

interface Slot {
  person: number;
  start: Temporal.Instant;
}

export async function benchBookings(world: World): Promise<Row[]> {
  const app = await startChild('serve-app.ts', [world.embedded.url]);
  const bare = await startChild('serve-bare.ts', [world.embedded.url]);
  const free = freeTimes(world);
  try {
    return [
      ...(await distinct(world, app, bare, free)),
      ...(await inARow(world, app, bare)),
      ...(await stampede(world, app, free)),
    ];
  } finally {
    await app.close();
    await bare.close();
  }
}

async function distinct(world: World, app: Child, bare: Child, free: Iterator<Slot>): Promise<Row[]> {
  const book = () => post(`${app.url}/api/publiccalendars/InsertEvent`, bookingBody(world, take(free)));
  const insert = () => post(`${bare.url}/insert`, { values: insertValues(world, take(free)) });
  await many(100, clients, book);
  await many(100, clients, insert);
  const {
    rates: [booked, inserted],
    ratios,
  } = await pairsOf(
    pairs,
    () => rate(perLoad, book),
    () => rate(perLoad, insert),
  );
  return [
    { label: `Bookings of distinct free times, ${clients} clients`, value: `${booked.toFixed(0)}/s` },
    { label: 'Bare route: the same insert statement', value: `${inserted.toFixed(0)}/s` },
    ratioRow('Ratio', ratios, { min: 0.5 }),
  ];
}

/** Three hours of one person, at 9, 12 and 15 o'clock of days that the other loads do not reach. */
async function inARow(world: World, app: Child, bare: Child): Promise<Row[]> {
  const free = freeTimes(world, { hours: [9, 12, 15], fromDay: 490 });
  const book = () => post(`${app.url}/api/publiccalendars/InsertEvent`, threeInARow(world, take(free)));
  const insert = () => post(`${bare.url}/insert-parts`, { values: insertParts(world, take(free)) });
  await many(100, clients, book);
  await many(100, clients, insert);
  const { rates, ratios } = await pairsOf(
    pairs,
    () => rate(perLoad, book),
    () => rate(perLoad, insert),
  );
  const [booked, inserted] = rates.map((one) => `${one.toFixed(0)}/s`);
  return [
    { label: `Bookings of three services in a row, ${clients} clients; bare route`, value: `${booked}; ${inserted}` },
    ratioRow('Ratio of three services', ratios, { min: 0.4 }),
  ];
}

async function stampede(world: World, app: Child, free: Iterator<Slot>): Promise<Row[]> {
  const times: number[] = [];
  let wrong = 0;
  for (let round = 0; round < stampedeRounds; round++) {
    const body = bookingBody(world, take(free));
    const statuses = await Promise.all(
      Array.from({ length: stampedeClients }, async () => {
        const start = performance.now();
        const status = await post(`${app.url}/api/publiccalendars/InsertEvent`, body, [200, 417]);
        times.push(performance.now() - start);
        return status;
      }),
    );
    if (statuses.filter((status) => status === 200).length !== 1) wrong++;
  }
  const log = await readFile(world.embedded.serverLog, 'utf8');
  const deadlocks = log.split('\n').filter((line) => line.includes('deadlock detected')).length;
  return [
    {
      label: `Stampede: ${stampedeClients} clients on one time, ${stampedeRounds} rounds: rounds without exactly one success`,
      value: String(wrong),
      target: '0',
      isMet: wrong === 0,
    },
    { label: 'Deadlocks in the server log', value: String(deadlocks), target: '0', isMet: deadlocks === 0 },
    {
      label: 'Response time in the stampede',
      value: `p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms`,
    },
  ];
}

/** Free hours after the month that the other benchmarks read, over all people. */
function* freeTimes(
  world: World,
  { hours = [9, 10, 11, 12, 13, 14, 15, 16, 17], fromDay = 290 } = {},
): Generator<Slot> {
  const last = Temporal.Now.instant().add({ hours: 700 * 24 });
  // After the filled years the calendars are empty: events reach 275 days to both sides.
  for (
    let day = world.monthStart.add({ hours: fromDay * 24 });
    Temporal.Instant.compare(day, last) < 0;
    day = day.add({ hours: 24 })
  ) {
    const local = day.toZonedDateTimeISO('Europe/Riga');
    if (local.dayOfWeek === 7) continue;
    for (const hour of hours) {
      for (let person = 0; person < world.people.length; person++) {
        yield {
          person,
          start: local.toPlainDate().toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: { hour } }).toInstant(),
        };
      }
    }
  }
}

function take(free: Iterator<Slot>): Slot {
  const next = free.next();
  if (next.done) throw new Error('No free times left.');
  return next.value;
}

function bookingBody(world: World, { person, start }: Slot) {
  const employee = world.people[person];
  return {
    LocationUrlName: employee?.locationUrlName,
    UserUrlName: employee?.urlName,
    ServiceId: world.serviceIds[person],
    Start: start.toString(),
    End: start.add({ hours: 1 }).toString(),
    Name: 'Bench Marker',
    EMail: 'bench@example.org',
  };
}

function insertValues(world: World, { person, start }: Slot): unknown[] {
  const employee = world.people[person];
  const end = start.add({ hours: 1 });
  const held = Temporal.Now.instant().add({ minutes: 30 }).toString();
  return [
    employee?.companyId,
    randomUUID(),
    employee?.calendarId,
    employee?.locationId,
    'Service',
    '',
    start.toString(),
    end.toString(),
    'Europe/Riga',
    'info',
    `{[${start},${end})}`,
    held,
    'service bench marker bench@example.org ',
    'Bench Marker',
    'bench@example.org',
    `\\x${randomBytes(32).toString('hex')}`,
    world.serviceIds[person],
  ];
}

function threeInARow(world: World, slot: Slot) {
  const { ServiceId, ...body } = bookingBody(world, slot);
  return { ...body, ServiceIds: [ServiceId, ServiceId, ServiceId], End: slot.start.add({ hours: 3 }).toString() };
}

function insertParts(world: World, { person, start }: Slot): unknown[] {
  const employee = world.people[person];
  const starts = [0, 1, 2].map((hours) => start.add({ hours }));
  const ends = starts.map((one) => one.add({ hours: 1 }));
  return [
    employee?.companyId,
    randomUUID(),
    starts.map(() => randomUUID()),
    starts.map(String),
    ends.map(String),
    starts.map((one, index) => `{[${one},${ends[index]})}`),
    employee?.calendarId,
    employee?.locationId,
    'Service',
    'Europe/Riga',
    Temporal.Now.instant().add({ minutes: 30 }).toString(),
    'service bench marker bench@example.org ',
    'Bench Marker',
    'bench@example.org',
    `\\x${randomBytes(32).toString('hex')}`,
    world.serviceIds[person],
  ];
}

async function rate(count: number, act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await many(count, clients, act);
  return count / ((performance.now() - start) / 1000);
}
