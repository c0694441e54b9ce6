// Measures how long it takes to work out an event of each day for ten years, beside a walk with ical.js.
import ICAL from 'ical.js';
import { expandObject } from '#server/links/outside/expand/expand-object.ts';
import { pairsOf, ratioRow } from './lib/pairs.ts';
import type { Row } from './lib/report.ts';

const from = Date.parse('2026-03-01T22:00Z');
const until = Date.parse('2027-04-06T21:00Z');
const lines = [
  'DTSTART;TZID=Europe/Riga:20160301T090000',
  'DTEND;TZID=Europe/Riga:20160301T100000',
  'RRULE:FREQ=DAILY',
];
const content = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');

export async function benchOutside(): Promise<Row[]> {
  const rules = { zone: 'Europe/Riga', from, until, tentativeBlocks: true };
  const ours = async () => perSecond(() => expandObject(content, rules).busy.length, 50);
  const walked = async () => perSecond(walk, 3);
  const { rates, ratios } = await pairsOf(15, ours, walked);
  return [
    { label: 'Series of each day, since ten years, worked out for 400 days', value: `${rates[0].toFixed(0)}/s` },
    { label: 'The same series walked with ical.js', value: `${rates[1].toFixed(1)}/s` },
    ratioRow('Ours as a multiple of the walk', ratios, { min: 20 }),
  ];
}

/** By the time of the processor. Throws when times are missing. */
function perSecond(act: () => number, times: number): number {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n++) if (act() < 400) throw new Error('Times are missing.');
  const { user, system } = process.cpuUsage(before);
  return times / ((user + system) / 1e6);
}

function walk(): number {
  const event = new ICAL.Event(new ICAL.Component(ICAL.parse(content)).getFirstSubcomponent('vevent') ?? undefined);
  const occurrences = event.iterator();
  let count = 0;
  for (let time = occurrences.next(); time; time = occurrences.next()) {
    const at = Temporal.PlainDateTime.from(time.toString()).toZonedDateTime('Europe/Riga').epochMilliseconds;
    if (at >= until) break;
    if (at >= from) count++;
  }
  return count;
}
