// The times of the rule of an event that repeats (RFC 5545, RRULE), on the clock of its zone.
import { RRuleTemporal } from 'rrule-temporal';

/** Of one event in the whole range. */
export const maxOccurrences = 20_000;
/** Of the search for them: a rule that looks at more repeats too often, or hardly ever. */
const limits = { maxIterations: 25_000 };
/** Of rules with several times a day. For all others, the library is thirty times as slow with this limit. */
const limitsOfTimes = { ...limits, maxCandidateEvaluations: 60_000 };
const severalTimes = /FREQ=(HOURLY|MINUTELY|SECONDLY)|BY(HOUR|MINUTE|SECOND|SETPOS)=/;

type Local = Temporal.PlainDateTime;

/** `often`: there are more than `maxOccurrences`. `invalid`: it is no rule. */
export type RuleTimes = Local[] | 'often' | 'invalid';

/**
 * The times between two, both included. `UNTIL` of the rule has to be on the clock, written as UTC. The clock of the
 * rule has no changes: a rule counts the days and hours that people see.
 */
export function ruleTimes(rule: string, start: Local, from: Local, until: Local): RuleTimes {
  try {
    const [dtstart, after, before] = [start, from, until].map((local) => local.toZonedDateTime('UTC'));
    if (!dtstart || !after || !before) return 'invalid';
    const bounds = severalTimes.test(rule) ? limitsOfTimes : limits;
    const found = new RRuleTemporal({ rruleString: rule, dtstart, ...bounds }).between(after, before, true);
    return found.length > maxOccurrences ? 'often' : found.map(({ epochMilliseconds }) => localOf(epochMilliseconds));
  } catch (error) {
    return /Maximum (iterations|candidate)/.test(String(error)) ? 'often' : 'invalid';
  }
}

/** The objects of the library are not those of Node.js, which convert forty times as fast. */
function localOf(at: number): Local {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO('UTC').toPlainDateTime();
}

/** Of a rule that repeats too often: one that has all of its days, once each. */
export function daysOfRule(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string | undefined]));
  const often = /^(HOURLY|MINUTELY|SECONDLY)$/.test(parts.get('FREQ') ?? '');
  for (const name of ['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS', 'COUNT']) parts.delete(name);
  if (often) {
    parts.set('FREQ', 'DAILY');
    for (const name of ['INTERVAL', 'BYWEEKNO', 'BYYEARDAY']) parts.delete(name);
    const days = parts.get('BYDAY')?.replace(/[+-]?\d+/g, '');
    if (days) parts.set('BYDAY', days);
  }
  return [...parts].map(([name, value]) => `${name}=${value ?? ''}`).join(';');
}
