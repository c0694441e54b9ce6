// Bookings beside the same ones without the triggers that mark entries in outside calendars as due, of companies that
// write no entries, while another one does.
import { sql } from 'kysely';
import { buildBusiness } from '#server/testing/build/business.ts';
import { buildOutsideAccount } from '#server/testing/build/outside-account.ts';
import { startChild } from './lib/child.ts';
import { freeHours } from './lib/free-hours.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { many, post } from './lib/post.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const pairs = 14;
const bookings = 100;
const clients = 16;
/** People whose days no other load reaches. */
const people = 10;

const triggers = {
  events: ['events_written_inserted', 'events_written_updated', 'events_written_deleted'],
  visits: ['visits_written_updated'],
  visit_parts: ['visit_parts_written_inserted', 'visit_parts_written_updated', 'visit_parts_written_deleted'],
};

export async function benchWritten(world: World): Promise<Row[]> {
  const { write } = world.services.database;
  // Another company writes: the triggers look at the calendars of each event then.
  await writeElsewhere(world);
  const app = await startChild('serve-app.ts', [world.embedded.url]);
  const free = freeHours(world, people, 655);
  const book = () => {
    const next = free.next();
    const person = world.people[people + (next.value?.round ?? 0)];
    if (next.done || !person) throw new Error('No free times left.');
    return post(`${app.url}/api/publiccalendars/InsertEvent`, {
      ...{ LocationUrlName: person.locationUrlName, UserUrlName: person.urlName },
      ...{ Start: next.value.start.toString(), End: next.value.start.add({ hours: 1 }).toString() },
      ...{ Name: 'Bench Marker', EMail: 'bench@example.org' },
    });
  };
  const rateWith = (state: 'enable' | 'disable') => async () => {
    for (const [table, names] of Object.entries(triggers))
      for (const name of names)
        await sql`alter table ${sql.id(table)} ${sql.raw(state)} trigger ${sql.id(name)}`.execute(write);
    // Statements are planned again after that.
    await many(40, clients, book);
    const start = performance.now();
    await many(bookings, clients, book);
    return bookings / ((performance.now() - start) / 1000);
  };
  try {
    await many(bookings, clients, book);
    const { rates, ratios } = await pairsOf(pairs, rateWith('enable'), rateWith('disable'));
    await rateWith('enable')();
    return [
      {
        label: `Bookings with the triggers, beside a company that writes; without them, ${clients} clients`,
        value: rates.map((rate) => `${rate.toFixed(0)}/s`).join('; '),
      },
      ratioRow('With the triggers as a part of without', ratios, { min: 0.95 }),
    ];
  } finally {
    await app.close();
  }
}

async function writeElsewhere(world: World): Promise<void> {
  const { services } = world;
  const { employee } = await buildBusiness(services);
  const { outsideCalendarId } = await buildOutsideAccount(services, employee);
  await sql`update outside_calendars set writes = true where id = ${outsideCalendarId}`.execute(
    services.database.write,
  );
}
