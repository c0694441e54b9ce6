// Works out slowly when an event that repeats takes time: looks at each day, by the words of RFC 5545, and finds
// instants with `Intl` alone.

export interface SlowRule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  /** Days of the week as 1 (Monday) to 7, in a MONTHLY rule with the how-manieth of the month; 0 for each. */
  byDay: { day: number; nth: number }[];
  byMonthDay: number[];
  byMonth: number[];
  count?: number;
  /** The last day. */
  until?: string;
}

export interface SlowEvent {
  zone: string;
  /** `2026-03-10`; of a series, a day of its rule. */
  day: string;
  /** `09:30`. */
  time: string;
  minutes: number;
  rule: SlowRule;
  /** Days without the event. */
  except: string[];
  /** The days on which it is elsewhere: at another time of another day, on the clock of its zone. */
  moved: { day: string; to: string; time: string }[];
}

const minute = 60_000;
const dayMs = 1_440 * minute;
const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
export const dayText = (date: Date): string => date.toISOString().slice(0, 10);

/** The times from the first day to the last that begin in the zone of the event, in the order of days. */
export function slowTimes(event: SlowEvent, first: number, last: number): [number, number][] {
  const found: [number, number][] = [];
  const add = (day: string, time: string) => {
    const start = slowInstant(day, time, event.zone);
    found.push([start, start + event.minutes * minute]);
  };
  for (const day of slowDays(event, last)) {
    if (event.except.includes(day) || event.moved.some((one) => one.day === day)) continue;
    add(day, event.time);
  }
  for (const { to, time } of event.moved) add(to, time);
  return found.filter(([start, end]) => end > first && start < last);
}

/** The days of the rule, whose first is that of the event. */
export function slowDays({ day, rule }: Pick<SlowEvent, 'day' | 'rule'>, last: number): string[] {
  const days: string[] = [];
  const start = dateOf(day);
  for (let at = start.getTime(); at <= last + dayMs; at += dayMs) {
    const date = new Date(at);
    if (rule.until !== undefined && dayText(date) > rule.until) break;
    if (!isOf(rule, start, date)) continue;
    days.push(dayText(date));
    if (rule.count !== undefined && days.length === rule.count) break;
  }
  return days;
}

function isOf({ freq, interval, byDay, byMonthDay, byMonth }: SlowRule, start: Date, date: Date): boolean {
  const weekday = (one: Date) => one.getUTCDay() || 7;
  const length = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  const ofMonth = date.getUTCDate();
  const months = (date.getUTCFullYear() - start.getUTCFullYear()) * 12 + date.getUTCMonth() - start.getUTCMonth();
  const monday = (one: Date) => one.getTime() - (weekday(one) - 1) * dayMs;
  const passed = {
    DAILY: Math.round((date.getTime() - start.getTime()) / dayMs),
    WEEKLY: Math.round((monday(date) - monday(start)) / (7 * dayMs)),
    MONTHLY: months,
    YEARLY: date.getUTCFullYear() - start.getUTCFullYear(),
  }[freq];
  if (passed % interval !== 0) return false;
  if (byMonth.length > 0 && !byMonth.includes(date.getUTCMonth() + 1)) return false;
  if (byMonthDay.length > 0 && !byMonthDay.some((n) => (n > 0 ? n : length + 1 + n) === ofMonth)) return false;
  const nth = Math.ceil(ofMonth / 7);
  const nthLast = -Math.ceil((length - ofMonth + 1) / 7);
  const isDay = byDay.some((one) => one.day === weekday(date) && [0, nth, nthLast].includes(one.nth));
  if (byDay.length > 0 && !isDay) return false;
  if (byDay.length > 0 || byMonthDay.length > 0 || freq === 'DAILY') return true;
  if (freq === 'WEEKLY') return weekday(date) === weekday(start);
  if (ofMonth !== start.getUTCDate()) return false;
  return freq === 'MONTHLY' || byMonth.length > 0 || date.getUTCMonth() === start.getUTCMonth();
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The time on the clock of a zone at an instant, as if it were UTC. */
function shownAt(at: number, zone: string): number {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`);
}

/** The first instant at which the clock shows the time, else as much later as the clock is set forward. */
export function slowInstant(day: string, time: string, zone: string): number {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const before = shownAt(shown - dayMs, zone) - (shown - dayMs);
  const after = shownAt(shown + dayMs, zone) - (shown + dayMs);
  const fits = [shown - before, shown - after].filter((at) => shownAt(at, zone) === shown);
  return fits.length > 0 ? Math.min(...fits) : shown - before;
}
