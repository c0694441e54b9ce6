// Bookings of a service with a variant and extras beside bookings of one without any.
import { randomUUIDv7 } from 'node:crypto';
import { buildService } from '#server/testing/build/visits.ts';
import { startChild } from './lib/child.ts';
import { freeHours } from './lib/free-hours.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { many, post } from './lib/post.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const pairs = 15;
const bookings = 120;
const clients = 16;
const people = 7;

export async function benchOptions(world: World): Promise<Row[]> {
  const team = world.people.slice(0, people);
  const plain = new Map<string, string>();
  const withOptions = new Map<string, { serviceId: string; optionIds: string[] }>();
  const { write } = world.services.database;
  for (const person of team) {
    plain.set(person.urlName, (await buildService(world.services, person, { minutes: 60 })).id);
    const { id: serviceId } = await buildService(world.services, person, { minutes: 30 });
    const option = { companyId: person.companyId, serviceId, minutes: 10, price: 5 };
    const rows = ['variant', 'variant', 'extra', 'extra', 'extra'].map((kind, position) => {
      return { ...option, id: randomUUIDv7(), kind, name: `Option ${position}`, position };
    });
    await write.insertInto('serviceOptions').values(rows).execute();
    // A variant and two extras: 60 minutes in all.
    withOptions.set(person.urlName, { serviceId, optionIds: [1, 2, 3].flatMap((at) => rows[at]?.id ?? []) });
  }
  const app = await startChild('serve-app.ts', [world.embedded.url]);
  const times = { plain: freeHours(world, people, 590), options: freeHours(world, people, 655) };
  const book = (what: 'plain' | 'options') => () => {
    const next = times[what].next();
    const person = next.done ? undefined : team[next.value.round];
    if (next.done || !person) throw new Error('No free times left.');
    const { start } = next.value;
    const { serviceId = plain.get(person.urlName), optionIds } =
      (what === 'options' && withOptions.get(person.urlName)) || {};
    return post(`${app.url}/api/publiccalendars/InsertEvent`, {
      ...{ LocationUrlName: person.locationUrlName, UserUrlName: person.urlName, ServiceIds: [serviceId] },
      ...(optionIds && { Options: [{ ServiceId: serviceId, OptionIds: optionIds }] }),
      ...{ Start: start.toString(), End: start.add({ hours: 1 }).toString() },
      ...{ Name: 'Bench Marker', EMail: 'bench@example.org' },
    });
  };
  const rate = async (act: () => Promise<unknown>) => {
    const start = performance.now();
    await many(bookings, clients, act);
    return bookings / ((performance.now() - start) / 1000);
  };
  try {
    await rate(book('options'));
    await rate(book('plain'));
    const booked = await pairsOf(
      pairs,
      () => rate(book('plain')),
      () => rate(book('options')),
    );
    const [without, chosen] = booked.rates.map((one) => `${one.toFixed(0)}/s`);
    return [
      {
        label: `Bookings without options; with a variant and two extras, ${clients} clients`,
        value: `${without}; ${chosen}`,
      },
      ratioRow('Times as long with options', booked.ratios, { max: 1.1 }),
    ];
  } finally {
    await app.close();
  }
}
