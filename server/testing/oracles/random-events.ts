// Random events that repeat, as iCalendar text and as the slow check reads them.
import { random } from '#contract/testing/random-cases.ts';
import { dayText, type SlowEvent, type SlowRule, slowDays } from './slow-calendar.ts';

const zones = ['Europe/Riga', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/St_Johns', 'UTC'];
const windowsNames: Readonly<Record<string, string>> = {
  'America/New_York': 'Eastern Standard Time',
  'Asia/Kolkata': 'India Standard Time',
  'America/St_Johns': 'Newfoundland Standard Time',
};
const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const dayMs = 86_400_000;

/** `at`: the day before which the series begin, in epoch milliseconds. */
export function randomEvent(seed: number, at: number): { event: SlowEvent; text: string } {
  // Seeds that follow each other begin alike.
  const pick = random(Math.imul(seed, 2_654_435_761));
  const one = <T>(all: readonly T[]): T => all[pick(all.length)] as T;
  const some = <T>(all: readonly T[], max: number): T[] => [
    ...new Set(Array.from({ length: 1 + pick(max) }, () => one(all))),
  ];
  const freq = one(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const);
  const rule: SlowRule = { freq, interval: 1 + pick(freq === 'DAILY' ? 9 : 3), byDay: [], byMonthDay: [], byMonth: [] };
  const hasDays = pick(3) === 0;
  if (freq === 'WEEKLY' && pick(2)) rule.byDay = some([1, 2, 3, 4, 5, 6, 7], 4).map((day) => ({ day, nth: 0 }));
  if (freq === 'MONTHLY' && hasDays)
    rule.byDay = some([1, 2, 3, 4, 5, 6, 7], 2).map((day) => ({ day, nth: one([0, 1, 2, 4, -1, -2]) }));
  if (freq === 'MONTHLY' && !hasDays && pick(2)) rule.byMonthDay = some([1, 2, 15, 28, 29, 30, 31, -1, -3], 3);
  if (freq !== 'YEARLY' && pick(6) === 0) rule.byMonth = some([1, 3, 4, 6, 10, 11, 12], 4);
  const start = new Date(at - pick(11 * 365) * dayMs);
  // The first day is one of the rule.
  const open = { day: dayText(start), rule };
  const fits = (day: Date) =>
    slowDays({ day: dayText(day), rule: { ...rule, count: 1 } }, day.getTime())[0] === dayText(day);
  let first = start;
  for (let tried = 0; tried < 800 && !fits(first); tried++) first = new Date(first.getTime() + dayMs);
  if (!fits(first)) return randomEvent(seed + 1_000_003, at);
  open.day = dayText(first);
  const ending = pick(4);
  if (ending === 0) rule.count = 1 + pick(4000);
  if (ending === 1) rule.until = dayText(new Date(at + (pick(500) - 60) * dayMs));
  if (rule.until !== undefined && rule.until < open.day) rule.until = open.day;
  const zone = one(zones);
  const clock = () => `${String(pick(24)).padStart(2, '0')}:${one(['00', '15', '30', '45'])}`;
  const event: SlowEvent = {
    zone,
    day: open.day,
    time: clock(),
    minutes: 15 * (1 + pick(12)),
    rule,
    except: [],
    moved: [],
  };
  const near = slowDays(event, at + 400 * dayMs).filter((day) => Date.parse(day) > at - 40 * dayMs);
  for (const day of near.slice(0, 60)) {
    const what = pick(12);
    if (what === 0) event.except.push(day);
    if (what === 1)
      event.moved.push({ day, to: dayText(new Date(Date.parse(day) + (pick(20) - 10) * dayMs)), time: clock() });
  }
  return { event, text: textOf(event, pick) };
}

function textOf({ zone, day, time, minutes, rule, except, moved }: SlowEvent, pick: (below: number) => number): string {
  const name = pick(3) === 0 ? (windowsNames[zone] ?? zone) : zone;
  const at = (date: string, clock: string) => `;TZID=${name}:${date.replaceAll('-', '')}T${clock.replace(':', '')}00`;
  const parts = [`FREQ=${rule.freq}`, `INTERVAL=${rule.interval}`];
  if (rule.byDay.length > 0)
    parts.push(`BYDAY=${rule.byDay.map((one) => `${one.nth || ''}${names[one.day - 1]}`).join(',')}`);
  if (rule.byMonthDay.length > 0) parts.push(`BYMONTHDAY=${rule.byMonthDay.join(',')}`);
  if (rule.byMonth.length > 0) parts.push(`BYMONTH=${rule.byMonth.join(',')}`);
  if (rule.count !== undefined) parts.push(`COUNT=${rule.count}`);
  if (rule.until !== undefined) parts.push(`UNTIL=${rule.until.replaceAll('-', '')}`);
  const series = [`DTSTART${at(day, time)}`, `DURATION:PT${minutes}M`, `RRULE:${parts.join(';')}`];
  const lines = [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', ...series, ...except.map((one) => `EXDATE${at(one, time)}`)],
    'END:VEVENT',
    ...moved.flatMap((one) => [
      ...['BEGIN:VEVENT', 'UID:1', `RECURRENCE-ID${at(one.day, time)}`, `DTSTART${at(one.to, one.time)}`],
      ...[`DURATION:PT${minutes}M`, 'END:VEVENT'],
    ]),
    'END:VCALENDAR',
  ];
  return lines.join('\r\n');
}
