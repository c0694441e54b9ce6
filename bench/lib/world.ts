// The environment of the benchmarks: its own database with production durability, 20 people and 110,000 events.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { menuEntries } from '#server/app.ts';
import { parseConfig } from '#server/config.ts';
import { type Embedded, openEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';
import { localFiles } from '#server/lib/files/local-files.ts';
import type { Live } from '#server/lib/live.ts';
import { addNewEntries } from '#server/operations/menu/add-new-entries.ts';
import { type BuiltEmployee, buildCompany, buildEmployee, buildLocation } from '#server/testing/build/business.ts';
import { insertManyVisits } from '#server/testing/build/many-visits.ts';
import { buildService } from '#server/testing/build/visits.ts';

export interface World {
  embedded: Embedded;
  services: Services;
  people: BuiltEmployee[];
  /** A one-hour service of each person, in the order of `people`. */
  serviceIds: string[];
  /** Midnight UTC of the first day of the measured month; `monthEnd` is 31 days later. */
  monthStart: Temporal.Instant;
  monthEnd: Temporal.Instant;
  close(): Promise<void>;
}

const peopleCount = 20;
const eventCount = 110_000;

export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-bench-'));
  const embedded = await openEmbedded({ dataDir: folder, log: { info() {}, warn: console.warn } });
  const database = openDatabase(embedded.connection);
  const client = await database.connect();
  await migrate(client);
  await client.end();
  await addNewEntries(database.write, menuEntries);
  const services: Services = {
    config: parseConfig({ DATA_DIR: folder, DEMO: '0' }),
    database,
    clock: { now: () => Temporal.Now.instant() },
    log: pino({ level: 'silent' }),
    live: { listen: () => () => {}, close: async () => {} } satisfies Live,
    files: localFiles(join(folder, 'files')),
    publicUrl: 'http://localhost',
  };
  const company = await buildCompany(services);
  const location = await buildLocation(services, company);
  const people: BuiltEmployee[] = [];
  const serviceIds: string[] = [];
  for (let i = 0; i < peopleCount; i++) {
    const person = await buildEmployee(services, location, { horizonDays: 730 });
    people.push(person);
    serviceIds.push((await buildService(services, person, { minutes: 60 })).id);
  }
  const midnight = Temporal.Now.zonedDateTimeISO('UTC').startOfDay();
  const monthStart = midnight.add({ days: 1 }).toInstant();
  await fill(services, people, monthStart);
  return {
    embedded,
    services,
    people,
    serviceIds,
    monthStart,
    monthEnd: monthStart.add({ hours: 31 * 24 }),
    async close() {
      await database.close();
      await embedded.stop();
      // As root, it is outside the folder.
      await rm(embedded.home, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Ten half-hours a day for each person from 9:00 Riga time: 310 lie in the measured month, and as many slots stay free.
 */
async function fill(services: Services, people: BuiltEmployee[], monthStart: Temporal.Instant): Promise<void> {
  const perPerson = eventCount / people.length;
  const client = await services.database.connect();
  await client.query('set statement_timeout = 0');
  for (const person of people) {
    await client.query(insertManyVisits, [
      person.companyId,
      person.calendarId,
      person.locationId,
      perPerson,
      monthStart.add({ hours: 7 - 24 * Math.trunc(perPerson / 20) }).toString(),
      10,
      '50 minutes',
    ]);
  }
  await client.query('vacuum analyze');
  await client.end();
}
