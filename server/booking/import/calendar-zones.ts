// Finds the zones that times of an iCalendar file name: by a name of IANA or of Windows, else by the clock changes that
// the file describes.
import ICAL from 'ical.js';
import { findIana } from 'windows-iana';

export interface Zones {
  /** The names of IANA for those of the file; undefined for one that cannot be found. */
  found: Map<string, string | undefined>;
  /** The text of each zone that the file describes, and its name of IANA where that is said, by its name. */
  described: ReadonlyMap<string, { text: string; location: string }>;
}

/** Of the name of a zone, and of its description (characters, lines). */
const maxZone = 100;
const maxLines = 500;
/** Zones that are found by their changes: each is compared with all others. */
const maxCompared = 10;

export function zonesIn(lines: readonly string[]): Zones {
  const described = new Map<string, { text: string; location: string }>();
  let text: string[] | undefined;
  for (const line of lines) {
    if (/^BEGIN:VTIMEZONE/i.test(line)) text = [];
    if (text && text.length < maxLines) text.push(line);
    if (!text || !/^END:VTIMEZONE/i.test(line)) continue;
    const textFor = (name: string) =>
      text?.flatMap((one) => new RegExp(`^${name}(?:;[^:]*)?:(.+)$`, 'i').exec(one)?.[1]?.trim() ?? [])[0] ?? '';
    described.set(textFor('TZID'), { text: text.join('\r\n'), location: textFor('X-LIC-LOCATION') });
    text = undefined;
  }
  return { found: new Map(), described };
}

/** Where a name is unknown, `zone`, which is also preferred among those with the same changes. */
export function zoneNamed(name: string, zone: string, zones: Zones): string {
  const key = name.slice(0, maxZone);
  if (!zones.found.has(key)) zones.found.set(key, find(key, zone, zones));
  return zones.found.get(key) ?? zone;
}

function find(name: string, zone: string, { found, described }: Zones): string | undefined {
  const own = described.get(name);
  // Some programs put the name of a library before it: `/example.org/Europe/Berlin`.
  const [, suffix] = /([A-Z][A-Za-z_]+\/[A-Za-z_/+-]+)$/.exec(name) ?? [];
  const named = [name, own?.location, suffix, findIana(name)[0]].find((one) => one && isZoneName(one));
  if (named) return named;
  const changes = own && found.size < maxCompared ? sameChanges(own.text, zone) : undefined;
  return changes ?? zoneOfCity(name) ?? offsetIn(name);
}

/** `(UTC+01:00) Amsterdam, Berlin, Bern`. */
function zoneOfCity(name: string): string | undefined {
  const cities = name
    .replace(/^\([^()]*\)/, '')
    .split(',')
    .map((city) => `/${city.trim().replaceAll(' ', '_')}`);
  return Intl.supportedValuesOf('timeZone').find((zone) =>
    cities.some((city) => city.length > 3 && zone.endsWith(city)),
  );
}

function isZoneName(name: string): boolean {
  try {
    // Short names of zones without places are also words.
    return /^([A-Z]|\w+\/\w)/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

/** `GMT+0200`, `(UTC+01:00) Amsterdam, Berlin`. */
function offsetIn(name: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] =
    /^\(?(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?(?:\)|$)/i.exec(name) ?? [];
  return sign && Number(hours) <= 14 ? `${sign}${hours.padStart(2, '0')}:${minutes}` : undefined;
}

/** Days of months in which zones change at different times. */
const sampled = [1, 10, 28];

/** The zone whose clocks show the same as the description says, in two years; one offset where there is only one. */
function sameChanges(text: string, preferred: string): string | undefined {
  try {
    const own = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
    const samples = [2026, 2027].flatMap((year) =>
      Array.from({ length: 36 }, (_, n) => {
        const [month, day] = [1 + Math.floor(n / 3), sampled[n % 3] ?? 1];
        const time = new ICAL.Time({ year, month, day, hour: 12 }, ICAL.Timezone.localTimezone);
        return { local: new Temporal.PlainDateTime(year, month, day, 12), offset: own.utcOffset(time) };
      }),
    );
    const fits = (zone: string) =>
      samples.every(({ local, offset }) => local.toZonedDateTime(zone).offsetNanoseconds === offset * 1e9);
    const same = [preferred, ...usual, ...Intl.supportedValuesOf('timeZone')].find(fits);
    const [{ offset } = { offset: 0 }] = samples;
    if (same || samples.some((one) => one.offset !== offset)) return same;
    const minutes = Math.abs(Math.round(offset / 60));
    const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    return `${offset < 0 ? '-' : '+'}${clock}`;
  } catch {
    return undefined;
  }
}

/** Zones of many people, before others with the same changes. */
const usual = ['Europe/Berlin', 'Europe/London', 'Europe/Helsinki', 'America/New_York', 'America/Chicago', 'UTC'];
