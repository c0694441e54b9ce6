// (a) GetSlots for a month against a bare route that reads the same events and sends as many bytes, and for a person
// whose other calendars say 2,500 times when they are busy, against the same person without them.
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { replaceOutsideTimes } from '#server/booking/outside-times/replace-outside-times.ts';
import { startChild } from './lib/child.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import { median, type Row } from './lib/report.ts';
import type { World } from './lib/world.ts';

const rounds = 5;
const outsideTimes = 2_500;
const outsidePairs = 9;
const seconds = 4;
const connections = 16;

export async function benchSlots(world: World): Promise<Row[]> {
  const [person] = world.people;
  if (!person) throw new Error('Nobody to ask for.');
  const month = new URLSearchParams({
    locationUrlName: person.locationUrlName,
    userUrlName: person.urlName,
    start: world.monthStart.toString(),
    end: world.monthEnd.toString(),
  });
  const app = await startChild('serve-app.ts', [world.embedded.url]);
  const url = `${app.url}/api/publiccalendars/GetSlots?${month}`;
  const answer = await (await fetch(url)).text();
  const range = [person.companyId, person.calendarId, world.monthStart, world.monthEnd].join(',');
  const bare = await startChild('serve-bare.ts', [world.embedded.url, range, String(Buffer.byteLength(answer))]);
  const ratios: number[] = [];
  const rates: number[] = [];
  const bareRates: number[] = [];
  const p50: number[] = [];
  let outside: Row[];
  try {
    await load(url, 2);
    await load(`${bare.url}/month`, 2);
    for (let round = 0; round < rounds; round++) {
      const a = await load(url, seconds);
      const b = await load(`${bare.url}/month`, seconds);
      ratios.push(a.requests.average / b.requests.average);
      rates.push(a.requests.average);
      bareRates.push(b.requests.average);
      p50.push(a.latency.p50);
    }
    outside = await besideOutside(world, url);
  } finally {
    await app.close();
    await bare.close();
  }
  const slots = (JSON.parse(answer) as { Slots: unknown[] }).Slots.length;
  const ratio = median(ratios);
  return [
    {
      label: `GetSlots, a month, ${slots} free times, ${Math.round(answer.length / 1024)} KiB, ${connections} connections`,
      value: `${median(rates).toFixed(0)} requests/s, p50 ${median(p50)} ms`,
    },
    {
      label: 'Bare route: one indexed query for the same events, constant body of that size',
      value: `${median(bareRates).toFixed(0)} requests/s`,
    },
    { label: `Ratio, median of ${rounds} pairs`, value: ratio.toFixed(2), target: '>= 0.7', isMet: ratio >= 0.7 },
    ...outside,
  ];
}

/** The times are at night, so that the answer is the same: those within the opening hours would shorten it. */
async function besideOutside({ services, people: [person], monthStart }: World, url: string): Promise<Row[]> {
  if (!person) throw new Error('Nobody to ask for.');
  const source = { companyId: person.companyId, calendarId: person.calendarId, sourceId: randomUUID() };
  const nights = Array.from({ length: outsideTimes }, (_, index) => {
    const start = monthStart.add({ hours: 24 * Math.floor(index / 7), minutes: 20 * (index % 7) });
    return { start, end: start.add({ minutes: 10 }) };
  });
  const rate = async (times: typeof nights) => {
    await replaceOutsideTimes(services.database.write, { ...source, times });
    return (await load(url, 2)).requests.average;
  };
  const { rates, ratios } = await pairsOf(
    outsidePairs,
    () => rate([]),
    () => rate(nights),
  );
  return [
    {
      label: `Requests without outside times; with ${outsideTimes.toLocaleString('en')} in a year`,
      value: rates.map((one) => `${one.toFixed(0)}/s`).join('; '),
    },
    ratioRow('Times as long with outside times', ratios, { max: 1.2 }),
  ];
}

async function load(url: string, duration: number): Promise<autocannon.Result> {
  const result = await autocannon({ url, duration, connections });
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} refused, ${result.errors} failed: ${url}`);
  return result;
}
