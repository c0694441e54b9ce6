// When the events of a calendar object (RFC 5545) take time. ical.js parses, rrule-temporal runs the rules on the
// clock, Temporal makes instants; what belongs together, is left out, moved or replaced is decided here.
import ICAL from 'ical.js';
import type { OutsideProblem } from '#contract/links/outside.ts';
import { type Interval, merged, within } from '#server/booking/availability/intervals.ts';
import { atClock, clockAt, type EventZone, type ObjectZones, objectZones } from './event-zone.ts';
import { daysOfRule, ruleTimes } from './rule-times.ts';

export interface ExpandRules {
  /** Of the place: for days, and for times without a zone. */
  zone: string;
  /** Epoch milliseconds: of times outside, nothing is said. */
  from: number;
  until: number;
  tentativeBlocks: boolean;
}

export interface Expanded {
  busy: Interval[];
  problem?: OutsideProblem;
  /** Nothing is known of its times: those that were known before hold. */
  isBad?: boolean;
}

const dayMs = 86_400_000;
/** Of RDATE and EXDATE together. */
const maxDates = 20_000;

/** A moment: with a time, epoch milliseconds; a day without one. */
type Moment = number | Temporal.PlainDate;

interface Version {
  event: ICAL.Component;
  start: Moment;
  zone: EventZone;
  /** The end of an occurrence that begins then (epoch milliseconds). */
  endAfter(start: Moment): number;
  blocks: boolean;
}

/** `content` as `timeLinesOf` keeps it. */
export function expandObject(content: string, rules: ExpandRules): Expanded {
  try {
    return expandLines(content, rules);
  } catch {
    // ical.js reads some values only when they are asked for.
    return { busy: [], problem: 'unreadable', isBad: true };
  }
}

function expandLines(content: string, rules: ExpandRules): Expanded {
  const { calendar, hasBadRule } = parsed(content);
  const expansion = new Expansion(rules, objectZones(content.split('\r\n'), rules.zone));
  if (hasBadRule) expansion.problem = 'rule';
  for (const group of byUid(calendar.getAllSubcomponents('vevent'))) expansion.add(group);
  return expansion.result();
}

/** Without the rules, when ical.js does not take one. */
function parsed(content: string): { calendar: ICAL.Component; hasBadRule: boolean } {
  try {
    return { calendar: new ICAL.Component(ICAL.parse(content)), hasBadRule: false };
  } catch (error) {
    const rest = content.replace(/^(RRULE|EXRULE)[;:].*(\r\n|$)/gim, '');
    if (rest === content) throw error;
    return { calendar: new ICAL.Component(ICAL.parse(rest)), hasBadRule: true };
  }
}

function byUid(events: readonly ICAL.Component[]): ICAL.Component[][] {
  const groups = new Map<string, ICAL.Component[]>();
  for (const event of events) {
    const uid = String(event.getFirstPropertyValue('uid') ?? '');
    groups.set(uid, [...(groups.get(uid) ?? []), event]);
  }
  return [...groups.values()];
}

class Expansion {
  readonly rules: ExpandRules;
  readonly zones: ObjectZones;
  readonly times: Interval[] = [];
  problem: OutsideProblem | undefined;
  isBad = false;

  constructor(rules: ExpandRules, zones: ObjectZones) {
    this.rules = rules;
    this.zones = zones;
  }

  result(): Expanded {
    const problem = this.problem ?? (this.zones.hasUnknown() ? 'unknownZone' : undefined);
    const { from, until } = this.rules;
    return {
      busy: merged(within(this.times, from, until)),
      ...(problem && { problem }),
      ...(this.isBad && { isBad: true }),
    };
  }

  /** The events of one UID: those that say all, and those that replace single occurrences, or one and all later ones. */
  add(events: readonly ICAL.Component[]): void {
    const isOverride = (event: ICAL.Component) => event.hasProperty('recurrence-id');
    const masters = newest(events.filter((event) => !isOverride(event)));
    const overrides = events.filter(isOverride);
    if (masters.length > 1 && new Set(masters.map((one) => timesTextOf(one))).size > 1) this.problem ??= 'sameUid';
    const taken = this.overridesOf(overrides);
    for (const master of masters) this.addMaster(master, taken);
    for (const { version } of taken.single.values()) this.addVersion(version);
    // Some servers show a person only the occurrences to which they are invited.
    if (masters.length === 0) for (const { version } of taken.later) this.addVersion(version);
  }

  private addVersion(version: Version | undefined): void {
    if (version?.blocks) this.addTime(version, version.start);
  }

  private addTime(version: Version, start: Moment): void {
    this.times.push({ start: this.at(start), end: version.endAfter(start) });
  }

  private addMaster(event: ICAL.Component, { single, later }: Overrides): void {
    const version = this.versionOf(event);
    if (!version) return;
    const added = [version.start, ...this.momentsOf(event, 'rdate')];
    const ruled = this.ruled(version, 'rrule');
    const left = new Set([...this.momentsOf(event, 'exdate'), ...this.ruled(version, 'exrule')].map(keyOf));
    for (const key of single.keys()) left.add(key);
    // Some programs name the day of an occurrence that has a time, and others a time of one that has none.
    const hasDays = [...left].some((key) => key.includes('-', 1));
    if (typeof version.start !== 'number') for (const day of this.daysNamed(event, single)) left.add(day);
    // The dates of a list with times of their own.
    const periods = this.periodsOf(event);
    const times = new Map([...added, ...ruled].map((moment) => [keyOf(moment), moment]));
    for (const [key, moment] of times) {
      if (left.has(key) || (hasDays && left.has(this.dayKey(moment, version.zone)))) continue;
      const change = later.findLast(({ from }) => this.at(from) <= this.at(moment));
      const now = change?.version ?? (change ? undefined : version);
      if (!now?.blocks) continue;
      const start = change ? this.shifted(moment, change, now, version.zone) : moment;
      const own = change ? undefined : periods.get(key);
      if (own !== undefined) this.times.push({ start: this.at(start), end: own });
      else this.addTime(now, start);
    }
  }

  /** On the clock, as far from its time as the first occurrence of the later version is from its own. */
  private shifted(moment: Moment, change: Overrides['later'][number], version: Version, zone: EventZone): Moment {
    const { from, named } = change;
    const { event, start } = version;
    if (typeof moment !== 'number' || typeof from !== 'number' || typeof start !== 'number') {
      if (typeof moment === 'number' || typeof from === 'number' || typeof start === 'number') return moment;
      return moment.add(from.until(start));
    }
    const [before, now] = [
      this.clockOf(named, from, zone),
      this.clockOf(event.getFirstProperty('dtstart'), start, zone),
    ];
    return atClock(clockAt(moment, zone).add(before.until(now)), zone);
  }

  private ruled(version: Version, name: 'rrule' | 'exrule'): Moment[] {
    const { event, start, zone } = version;
    const first = this.clockOf(event.getFirstProperty('dtstart'), start, zone);
    const length = version.endAfter(start) - this.at(start);
    const from = clockAt(this.rules.from - length - dayMs, zone);
    const until = clockAt(this.rules.until, zone);
    return event.getAllProperties(name).flatMap((property): Moment[] => {
      const recur = property.getFirstValue();
      if (!(recur instanceof ICAL.Recur)) {
        this.problem ??= 'rule';
        return [];
      }
      const rule = withClockUntil(recur, zone, { days: typeof start !== 'number' });
      const times = ruleTimes(rule, first, from, until);
      if (times === 'invalid') {
        this.problem ??= 'rule';
        return [];
      }
      if (times !== 'often') {
        return times.map((local) => (typeof start === 'number' ? atClock(local, zone) : local.toPlainDate()));
      }
      this.problem ??= 'often';
      if (name === 'rrule' && version.blocks) this.blockDays(rule, first, from, until, zone, length);
      return [];
    });
  }

  /** Of a rule that repeats too often, each day as a whole. */
  private blockDays(
    rule: string,
    first: Temporal.PlainDateTime,
    from: Temporal.PlainDateTime,
    until: Temporal.PlainDateTime,
    zone: EventZone,
    length: number,
  ): void {
    const days = ruleTimes(daysOfRule(rule), first.with({ hour: 0, minute: 0, second: 0 }), from, until);
    if (!Array.isArray(days)) {
      this.times.push({ start: Math.max(atClock(first, zone), this.rules.from), end: this.rules.until });
      return;
    }
    for (const day of days) {
      const start = day.toPlainDate();
      this.times.push({
        start: atClock(start.toPlainDateTime(), zone),
        end: atClock(start.add({ days: 1 }).toPlainDateTime(), zone) + length,
      });
    }
  }

  private overridesOf(events: readonly ICAL.Component[]): Overrides {
    const single: Overrides['single'] = new Map();
    const later: Overrides['later'] = [];
    for (const event of events) {
      const property = event.getFirstProperty('recurrence-id');
      const from = property ? this.momentsIn(property)[0] : undefined;
      if (!property || from === undefined) continue;
      const version = this.versionOf(event, from);
      if (String(property.getFirstParameter('range') ?? '').toUpperCase() === 'THISANDFUTURE') {
        later.push({ from, named: property, version, sequence: sequenceOf(event) });
        continue;
      }
      const key = keyOf(from);
      const former = single.get(key);
      if (!former || former.sequence <= sequenceOf(event))
        single.set(key, { event, version, sequence: sequenceOf(event) });
    }
    later.sort((a, b) => this.at(a.from) - this.at(b.from) || a.sequence - b.sequence);
    return { single, later };
  }

  /** Undefined for an event without a time that is known. A replaced occurrence that names none keeps its own. */
  private versionOf(event: ICAL.Component, own?: Moment): Version | undefined {
    const property = event.getFirstProperty('dtstart');
    const start = property ? this.momentsIn(property)[0] : own;
    if (start === undefined) {
      this.problem ??= property ? 'unreadable' : 'noStart';
      this.isBad = true;
      return undefined;
    }
    const name = property?.getFirstParameter('tzid');
    const zone = isUtc(property) ? 'UTC' : this.zones.zoneOf(name ? String(name) : undefined);
    const version = { event, start, zone, endAfter: this.lengthOf(event, start, zone), blocks: this.blocks(event) };
    if (version.endAfter(start) < this.at(start)) {
      this.problem ??= 'endBeforeStart';
      this.isBad = true;
      return undefined;
    }
    return version;
  }

  /** An end is as far from each start as from the first one; a duration counts days on the clock. */
  private lengthOf(event: ICAL.Component, start: Moment, zone: EventZone): (start: Moment) => number {
    const property = event.getFirstProperty('dtend');
    const end = property && this.momentsIn(property)[0];
    if (end !== undefined && end !== null) {
      if (typeof start !== 'number' && typeof end !== 'number') {
        const days = Math.max(start.until(end).days, start.equals(end) ? 1 : -1);
        return (from) => this.at(typeof from === 'number' ? from : from.add({ days }));
      }
      const length = this.at(end) - this.at(start);
      return (from) => this.at(from) + length;
    }
    const duration = event.getFirstPropertyValue('duration');
    if (duration instanceof ICAL.Duration) return (from) => this.afterDuration(from, duration, zone);
    if (typeof start === 'number') return (from) => this.at(from);
    return (from) => this.at(typeof from === 'number' ? from : from.add({ days: 1 }));
  }

  private afterDuration(from: Moment, duration: ICAL.Duration, zone: EventZone): number {
    const sign = duration.isNegative ? -1 : 1;
    const days = sign * (duration.weeks * 7 + duration.days);
    const rest = sign * (duration.hours * 3600 + duration.minutes * 60 + duration.seconds) * 1000;
    if (typeof from !== 'number') return this.at(from.add({ days })) + rest;
    return (days === 0 ? from : atClock(clockAt(from, zone).add({ days }), zone)) + rest;
  }

  private blocks(event: ICAL.Component): boolean {
    const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
    const [status, shown] = [value('status'), value('x-microsoft-cdo-busystatus')];
    if (value('transp') === 'TRANSPARENT' || status === 'CANCELLED') return false;
    if (shown === 'FREE' || shown === 'WORKINGELSEWHERE') return false;
    const answers = event.getAllProperties('attendee').map((one) => String(one.getFirstParameter('partstat') ?? ''));
    if (answers.includes('DECLINED')) return false;
    const isTentative = status === 'TENTATIVE' || shown === 'TENTATIVE' || answers.includes('TENTATIVE');
    return this.rules.tentativeBlocks || !isTentative;
  }

  private momentsOf(event: ICAL.Component, name: string): Moment[] {
    return event
      .getAllProperties(name)
      .flatMap((property) => this.momentsIn(property))
      .slice(0, maxDates);
  }

  /** The ends of dates that have one of their own, by their starts. */
  private periodsOf(event: ICAL.Component): Map<string, number> {
    const ends = new Map<string, number>();
    for (const property of event.getAllProperties('rdate')) {
      for (const value of property.getValues()) {
        if (!(value instanceof ICAL.Period)) continue;
        const start = this.momentOf(value.start, property);
        if (start === undefined) continue;
        const end = value.end && this.momentOf(value.end, property);
        const ms =
          end !== undefined && end !== null ? this.at(end) : this.at(start) + value.getDuration().toSeconds() * 1000;
        ends.set(keyOf(start), ms);
      }
    }
    return ends;
  }

  private momentsIn(property: ICAL.Property): Moment[] {
    return property.getValues().flatMap((value: unknown) => {
      const time = value instanceof ICAL.Period ? value.start : value;
      const moment = time instanceof ICAL.Time ? this.momentOf(time, property) : undefined;
      return moment === undefined ? [] : [moment];
    });
  }

  private momentOf(time: ICAL.Time, property: ICAL.Property): Moment | undefined {
    try {
      const text = time.toString();
      if (time.isDate) return Temporal.PlainDate.from(text);
      if (text.endsWith('Z')) return Temporal.Instant.from(text).epochMilliseconds;
      const name = property.getFirstParameter('tzid');
      return atClock(Temporal.PlainDateTime.from(text), this.zones.zoneOf(name ? String(name) : undefined));
    } catch {
      return undefined;
    }
  }

  /** As it is written, if that is in the zone: the instant of a time that the clock skips shows another. */
  private clockOf(property: ICAL.Property | null, moment: Moment, zone: EventZone): Temporal.PlainDateTime {
    if (typeof moment !== 'number') return moment.toPlainDateTime();
    const value = property?.getFirstValue();
    const name = property?.getFirstParameter('tzid');
    const isIn =
      value instanceof ICAL.Time && !isUtc(property) && this.zones.zoneOf(name ? String(name) : undefined) === zone;
    return isIn ? Temporal.PlainDateTime.from(value.toString()) : clockAt(moment, zone);
  }

  /** A day begins in the zone of the place. */
  private at(moment: Moment): number {
    return typeof moment === 'number' ? moment : atClock(moment.toPlainDateTime(), this.rules.zone);
  }

  private daysNamed(event: ICAL.Component, single: Overrides['single']): string[] {
    const replaced = [...single.values()].flatMap(({ event: one }) => one.getAllProperties('recurrence-id'));
    return [...event.getAllProperties('exdate'), ...replaced].flatMap((property) =>
      property.getValues().map((value: unknown) => String(value).slice(0, 10)),
    );
  }

  private dayKey(moment: Moment, zone: EventZone): string {
    return typeof moment === 'number' ? clockAt(moment, zone).toPlainDate().toString() : moment.toString();
  }
}

interface Overrides {
  /** By the occurrence that they replace; undefined for one whose time is not known. */
  single: Map<string, { event: ICAL.Component; version: Version | undefined; sequence: number }>;
  /** In the order of the occurrences from which they hold. */
  later: { from: Moment; named: ICAL.Property; version: Version | undefined; sequence: number }[];
}

const keyOf = (moment: Moment): string => String(moment);

function isUtc(property: ICAL.Property | null): boolean {
  const value = property?.getFirstValue();
  return value instanceof ICAL.Time && value.toString().endsWith('Z');
}

function sequenceOf(event: ICAL.Component): number {
  return Number(event.getFirstPropertyValue('sequence') ?? 0) || 0;
}

/** The events with the highest number: without one, all count. */
function newest(events: readonly ICAL.Component[]): ICAL.Component[] {
  const highest = Math.max(...events.map(sequenceOf));
  return events.filter((event) => sequenceOf(event) === highest);
}

function timesTextOf(event: ICAL.Component): string {
  return ['dtstart', 'dtend', 'duration', 'rrule']
    .map((name) => String(event.getFirstPropertyValue(name) ?? ''))
    .join('\n');
}

/** `UNTIL` as the clock shows it, written as UTC; a day includes its whole day. */
function withClockUntil(recur: ICAL.Recur, zone: EventZone, { days }: { days: boolean }): string {
  const text = recur.toString();
  const { until } = recur;
  if (!until) return text;
  const written = until.toString();
  const isDay = until.isDate || (days && written.endsWith('T00:00:00Z'));
  const end = isDay
    ? `${written.slice(0, 10)}T23:59:59`
    : written.endsWith('Z')
      ? clockAt(Temporal.Instant.from(written).epochMilliseconds, zone).toString({ smallestUnit: 'second' })
      : written;
  return text.replace(/UNTIL=[^;]+/, `UNTIL=${end.replaceAll(/[-:]/g, '')}Z`);
}
