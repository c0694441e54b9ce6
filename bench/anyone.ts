// Free times of anyone of seven beside those of one of them, and bookings with anyone beside bookings with a person.
import { buildService, buildServicePerson } from '#server/testing/build/visits.ts';
import { startChild } from './lib/child.ts';
import { freeHours } from './lib/free-hours.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { many, post } from './lib/post.ts';
import type { Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const pairs = 15;
const months = 24;
const bookings = 120;
const clients = 16;
const people = 7;

export async function benchAnyone(world: World): Promise<Row[]> {
  const team = world.people.slice(0, people);
  const [first, ...others] = team;
  if (!first) throw new Error('Nobody to ask for.');
  const service = await buildService(world.services, first, { minutes: 60 });
  for (const person of others) await buildServicePerson(world.services, person, service, {});
  const app = await startChild('serve-app.ts', [world.embedded.url]);
  const place = { locationUrlName: first.locationUrlName, serviceId: service.id };
  const month = (userUrlName?: string) => {
    const range = { start: world.monthStart.toString(), end: world.monthEnd.toString() };
    const input = { ...place, ...range, ...(userUrlName && { userUrlName }) };
    return `${app.url}/api/publiccalendars/GetSlots?${new URLSearchParams(input)}`;
  };
  const read = async (url: string) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${answer.status} from ${url}`);
    await answer.text();
  };
  const times = { person: freeHours(world, people, 590), anyone: freeHours(world, people, 655) };
  const book = (whom: 'person' | 'anyone') => () => {
    const next = times[whom].next();
    if (next.done) throw new Error('No free times left.');
    const { start, round } = next.value;
    return post(`${app.url}/api/publiccalendars/InsertEvent`, {
      ...{ LocationUrlName: place.locationUrlName, ServiceId: place.serviceId },
      ...(whom === 'person' && { UserUrlName: team[round]?.urlName }),
      ...{ Start: start.toString(), End: start.add({ hours: 1 }).toString() },
      ...{ Name: 'Bench Marker', EMail: 'bench@example.org' },
    });
  };
  const rate = async (count: number, atOnce: number, act: () => Promise<unknown>) => {
    const start = performance.now();
    await many(count, atOnce, act);
    return count / ((performance.now() - start) / 1000);
  };
  try {
    await rate(months, 4, () => read(month()));
    const free = await pairsOf(
      pairs,
      () => rate(months, 4, () => read(month(first.urlName))),
      () => rate(months, 4, () => read(month())),
    );
    await rate(bookings, clients, book('anyone'));
    const booked = await pairsOf(
      pairs,
      () => rate(bookings, clients, book('person')),
      () => rate(bookings, clients, book('anyone')),
    );
    const perSecond = (rates: readonly number[]) => rates.map((one) => `${one.toFixed(0)}/s`).join('; ');
    return [
      { label: 'Month of free times of one person; of anyone of seven', value: perSecond(free.rates) },
      ratioRow('Times as long for anyone', free.ratios, { max: 5.5 }),
      { label: `Bookings with a person; with anyone of seven, ${clients} clients`, value: perSecond(booked.rates) },
      ratioRow('Times as long with anyone', booked.ratios, { max: 1.5 }),
    ];
  } finally {
    await app.close();
  }
}
