// The search of the home page, and visitors at work, on 500 companies with a million events. With BASELINE, the folder
// of an older checkout, beside that in one run, each with its own data.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import pino from 'pino';
import { renewAllDocuments } from '#server/booking/directory/renew-documents.ts';
import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
import { startChild } from './lib/child.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { many, post } from './lib/post.ts';
import { percentile, type Row } from './lib/report.ts';
import { fillSearchWorld, searchTexts, searchWorld } from './lib/search-world.ts';
import type { World } from './lib/world.ts';

const searches = 1_200;
const clients = 16;
const pairs = 9;
const calls = 640;
/** Target of a search (ms), and of visitors at work (requests a second). */
const [maxSearch, minCalls] = [10, 400];

interface Side {
  url: string;
  /** The next free hour that no one has booked. */
  hours: Generator<{ person: number; start: Temporal.Instant }>;
  close(): Promise<void>;
}

export async function benchSearch(world: World): Promise<Row[]> {
  const firstDay = world.monthStart.subtract({ hours: 10 * 24 });
  const baseline = process.env.BASELINE;
  const sides = [await openSide(firstDay, undefined)];
  if (baseline) sides.push(await openSide(firstDay, baseline));
  const [now, before] = sides;
  if (!now) throw new Error('There is a side.');
  try {
    const rows: Row[] = [];
    const [ours, theirs = []] = await timesOf(sides);
    const p95 = percentile(ours ?? [], 0.95);
    rows.push({
      label: `A search of ${searchWorld.companies * searchWorld.peopleOfEach} people, ${searches} of ${searchTexts.length} texts`,
      value: shown(ours ?? []),
      target: `p95 < ${maxSearch} ms`,
      isMet: p95 < maxSearch,
    });
    if (before) {
      const share = p95 / percentile(theirs, 0.95);
      rows.push({ label: 'The same, baseline', value: shown(theirs) });
      rows.push({ label: 'p95 beside the baseline', value: share.toFixed(3), target: '<= 0.2', isMet: share <= 0.2 });
    }
    await work(now);
    if (before) {
      await work(before);
      const { rates, ratios } = await pairsOf(
        pairs,
        () => work(now),
        () => work(before),
      );
      rows.push({ label: `Visitors at work, ${clients} clients; baseline`, value: rates.map(perSecond).join('; ') });
      rows.push(ratioRow('Times as many calls', ratios, { min: 3 }));
    } else {
      const rates = [];
      for (let round = 0; round < pairs; round++) rates.push(await work(now));
      const rate = percentile(rates, 0.5);
      const target = `>= ${minCalls}/s`;
      rows.push({
        label: `Visitors at work, ${clients} clients`,
        value: perSecond(rate),
        target,
        isMet: rate >= minCalls,
      });
    }
    return rows;
  } finally {
    for (const side of sides) await side.close();
  }
}

const perSecond = (rate: number) => `${rate.toFixed(0)}/s`;
const shown = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`;

/** A database of its own, filled, and a server of the checkout. */
async function openSide(firstDay: Temporal.Instant, folder: string | undefined): Promise<Side> {
  const dataDir = await mkdtemp(join(tmpdir(), 'daybook-search-'));
  const embedded = await openEmbedded({ dataDir, log: { info() {}, warn: console.warn } });
  const close = async () => {
    await embedded.stop();
    await rm(embedded.home, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrateWith(folder ?? process.cwd(), embedded.url);
    const client = new pg.Client(embedded.connection);
    await client.connect();
    try {
      await fillSearchWorld(client, firstDay);
      if (!folder) await writeDocuments(client, embedded.url);
    } finally {
      await client.end();
    }
    const child = await startChild('serve-app.ts', [embedded.url, dataDir], folder);
    return { url: child.url, hours: freeHours(firstDay), close: () => child.close().then(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The rows were inserted without triggers. */
async function writeDocuments(client: pg.Client, url: string): Promise<void> {
  const database = openDatabase({ connectionString: url });
  try {
    await client.query('insert into search_changes (company_id) select id from companies');
    await renewAllDocuments({ database, log: pino({ level: 'warn' }) });
    await client.query('vacuum analyze');
  } finally {
    await database.close();
  }
}

/** By the code of the checkout, in a process of its own. */
async function migrateWith(folder: string, url: string): Promise<void> {
  const text = `
    import { migrate } from '#server/db/migrate.ts';
    import { openEmbedded } from '#server/db/embedded/embedded.ts';
import { openDatabase } from '#server/db/pool.ts';
    const database = openDatabase({ connectionString: process.argv[1] });
    const client = await database.connect();
    await migrate(client);
    await client.end();
    await database.close();`;
  const file = pathToFileURL(`${folder}/`);
  const child = spawn(process.execPath, ['--input-type=module', '-e', text, url], { cwd: file, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${folder} does not migrate.`);
}

/** Milliseconds of the same searches, one at a time, in turn at each side. */
async function timesOf(sides: Side[]): Promise<number[][]> {
  const times: number[][] = sides.map(() => []);
  for (let number = -searchTexts.length; number < searches; number++) {
    const text = searchTexts[(number + searchTexts.length) % searchTexts.length] ?? '';
    for (const [index, side] of sides.entries()) {
      const start = performance.now();
      await read(`${side.url}/api/home/Search?rowsPerpage=4&str=${encodeURIComponent(text)}`);
      // The first of each text warms both up.
      if (number >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

/** Of ten calls three search, one reads the map, two a profile, three its free times of a week, one books. */
async function work(side: Side): Promise<number> {
  let number = 0;
  const start = performance.now();
  await many(calls, clients, () => {
    const turn = number++;
    const person = (turn * 7919) % (searchWorld.companies * searchWorld.peopleOfEach);
    const address = { locationUrlName: placeOf(person), userUrlName: `person-${person}` };
    const text = searchTexts[turn % searchTexts.length] ?? '';
    switch (turn % 10) {
      case 0:
      case 3:
      case 6:
        return read(`${side.url}/api/home/Search?${new URLSearchParams({ rowsPerpage: '4', str: text })}`);
      case 1:
        return read(`${side.url}/api/home/SearchByGeoLocation?latitude=56.95&longitude=24.1&zoom=15`);
      case 2:
      case 7:
        return read(`${side.url}/api/publiccalendars/GetProfile?${new URLSearchParams(address)}`);
      case 9:
        return book(side);
      default: {
        const from = Temporal.Now.instant();
        const week = { start: from.toString(), end: from.add({ hours: 7 * 24 }).toString() };
        return read(`${side.url}/api/publiccalendars/GetSlots?${new URLSearchParams({ ...address, ...week })}`);
      }
    }
  });
  return calls / ((performance.now() - start) / 1000);
}

async function read(url: string): Promise<void> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} from ${url}`);
  await answer.text();
}

function book({ url, hours }: Side): Promise<unknown> {
  const next = hours.next();
  if (next.done) throw new Error('No free hours left.');
  const { person, start } = next.value;
  return post(`${url}/api/publiccalendars/InsertEvent`, {
    ...{ LocationUrlName: placeOf(person), UserUrlName: `person-${person}` },
    ...{ Start: start.toString(), End: start.add({ minutes: 60 }).toString() },
    ...{ Name: 'Bench Marker', EMail: 'bench@example.org' },
  });
}

const placeOf = (person: number) => `studio-${Math.floor(person / searchWorld.peopleOfEach)}`;

/** Hours after the days of the events, each of another person. */
function* freeHours(firstDay: Temporal.Instant): Generator<{ person: number; start: Temporal.Instant }> {
  const first = firstDay
    .add({ hours: 45 * 24 })
    .toZonedDateTimeISO('Europe/Riga')
    .toPlainDate();
  for (let day = 0; day < 30; day++) {
    const date = first.add({ days: day });
    if (date.dayOfWeek === 7) continue;
    const start = date.toZonedDateTime({ timeZone: 'Europe/Riga', plainTime: { hour: 10 } }).toInstant();
    for (let person = 0; person < searchWorld.companies * searchWorld.peopleOfEach; person++) yield { person, start };
  }
}
