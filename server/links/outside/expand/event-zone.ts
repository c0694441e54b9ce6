// The zones of the times of an event: by a name of IANA or of Windows, else as the object describes them.
import ICAL from 'ical.js';
import { type Zones, zoneNamed, zonesIn } from '#server/booking/import/calendar-zones.ts';

/** A name of IANA or an offset, else the clock changes that an object describes. */
export type EventZone = string | ICAL.Timezone;

export interface ObjectZones {
  /** `undefined` for times without a zone: they are on the clock of the place. */
  zoneOf(name: string | undefined): EventZone;
  /** A zone was named that is unknown: the place's is used. */
  hasUnknown(): boolean;
}

/** By the name and the description; a worker sees the same few again and again. */
const cached = new Map<string, EventZone | undefined>();
const maxCached = 200;

export function objectZones(lines: readonly string[], place: string): ObjectZones {
  const zones = zonesIn(lines);
  let isUnknown = false;
  return {
    zoneOf(name) {
      if (!name) return place;
      const zone = found(name, place, zones);
      if (zone === undefined) isUnknown = true;
      return zone ?? place;
    },
    hasUnknown: () => isUnknown,
  };
}

function found(name: string, place: string, zones: Zones): EventZone | undefined {
  const key = `${name}\n${place}\n${zones.described.get(name)?.text ?? ''}`;
  if (cached.has(key)) return cached.get(key);
  zoneNamed(name, place, zones);
  const zone = zones.found.get(name.slice(0, 100)) ?? describedZone(zones.described.get(name)?.text);
  if (cached.size >= maxCached) cached.clear();
  cached.set(key, zone);
  return zone;
}

function describedZone(text: string | undefined): ICAL.Timezone | undefined {
  if (text === undefined) return undefined;
  try {
    const component = new ICAL.Component(ICAL.parse(text));
    const parts = [...component.getAllSubcomponents('standard'), ...component.getAllSubcomponents('daylight')];
    const zone = parts.length > 0 ? new ICAL.Timezone(component) : undefined;
    zone?.utcOffset(ICAL.Time.fromJSDate(new Date(0), true));
    return zone;
  } catch {
    return undefined;
  }
}

/** Epoch milliseconds of a time on the clock. One that the clock skips is as much later as the clock is set forward. */
export function atClock(local: Temporal.PlainDateTime, zone: EventZone): number {
  if (typeof zone === 'string') return local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
  const { year, month, day, hour, minute, second } = local;
  const time = new ICAL.Time({ year, month, day, hour, minute, second }, ICAL.Timezone.localTimezone);
  return local.toZonedDateTime('UTC').epochMilliseconds - zone.utcOffset(time) * 1000;
}

/** The time on the clock at an instant (epoch milliseconds). */
export function clockAt(at: number, zone: EventZone): Temporal.PlainDateTime {
  const instant = Temporal.Instant.fromEpochMilliseconds(at);
  if (typeof zone === 'string') return instant.toZonedDateTimeISO(zone).toPlainDateTime();
  const utc = instant.toZonedDateTimeISO('UTC').toPlainDateTime();
  // The description says the offset for times on the clock: the second guess is after a change that lies between.
  for (const guess of [utc, utc.add({ milliseconds: atClock(utc, zone) * -1 + at })]) {
    const local = utc.subtract({ milliseconds: atClock(guess, zone) - guess.toZonedDateTime('UTC').epochMilliseconds });
    if (atClock(local, zone) === at) return local;
  }
  return utc;
}
