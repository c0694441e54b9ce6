// Decides what the appointments of a file become: in whose calendar, of which service, for how long.
import { randomUUIDv7 } from 'node:crypto';
import { severalServices } from '#contract/booking/import.ts';
import { newId } from '#contract/lib/fields.ts';
import type { BookedService } from '#server/booking/times/schedule.ts';
import { digestOf } from '#server/customers/import/keep-import.ts';
import type { ImportedAppointment } from './appointment-rows.ts';
import type { CompanyData, ImportPlace, KnownService } from './company-data.ts';
import type { ImportRef } from './import-refs.ts';
import type { RowResult } from './import-services.ts';
import { findPerson, matchByName, matchSeveral } from './match-names.ts';
import { maxServiceName, type RowProblem, usualMinutes } from './service-rows.ts';

/** With the service as it is at this time: later changes of it do not reach the appointment. */
export interface PlannedAppointment extends Omit<BookedService, 'id' | 'name' | 'minutes' | 'options'> {
  row: ImportedAppointment;
  /** Of the visit, or of an event without a customer. */
  id: string;
  eventId: string;
  /** Services one after the other are parts of a visit, from 0. */
  position: number;
  /** When the whole visit begins and ends. */
  visitStart: Temporal.Instant;
  visitEnd: Temporal.Instant;
  /** Its visit has another number of parts than the import before wrote. */
  isRewritten?: boolean;
  result: RowResult;
  isAdded: boolean;
  givenDigest: string;
  calendarId: string;
  place: ImportPlace | undefined;
  timeZone: string;
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** The whole days of a time that is not to be booked. */
  days: { first: string; last: string } | undefined;
  title: string;
  serviceId: string | null;
  serviceName: string;
}

/** Several are done one after the other; null is none. */
export type MatchedService = KnownService | readonly KnownService[] | null;

export interface Matches {
  /** The calendar of each person that the file names; null leaves the rows out. */
  people: ReadonlyMap<string, string | null>;
  services: ReadonlyMap<string, MatchedService>;
  /** Of rows that name no person. */
  calendarId: string | null;
  place: ImportPlace | undefined;
  zone: string;
  /** The title of a visit without a service. */
  untitled: string;
}

/** The matches that a file suggests, unless a person or an earlier import has chosen others. */
export function matchPeople(
  names: readonly string[],
  data: CompanyData,
  chosen: (name: string, index: number) => string | null | undefined,
): Map<string, string | null> {
  const known = new Set(data.people.map(({ calendarId }) => calendarId));
  return new Map(
    names.map((name, index) => {
      const given = chosen(name, index);
      const calendarId = given === newId ? null : given;
      if (calendarId !== undefined && (calendarId === null || known.has(calendarId))) return [name, calendarId];
      return [name, findPerson(name, data.people)?.calendarId ?? null];
    }),
  );
}

export function matchServices(
  names: readonly string[],
  services: readonly KnownService[],
  chosen: (name: string, index: number) => string | null | undefined,
): Map<string, MatchedService> {
  return new Map(
    names.map((name, index) => {
      const given = chosen(name, index);
      if (given === null || given === newId) return [name, null];
      const found = given === undefined ? undefined : services.find(({ id }) => id === given);
      return [name, found ?? matchByName(name, services) ?? matchSeveral(name, services) ?? null];
    }),
  );
}

/** The id that the answer and kept choices have for a match. */
export function idOfMatch(match: MatchedService | undefined): string | null {
  if (!match) return null;
  return 'id' in match ? match.id : severalServices;
}

export function planAppointments(
  rows: readonly ImportedAppointment[],
  matches: Matches,
  data: CompanyData,
  refs: ReadonlyMap<string, ImportRef>,
): { planned: PlannedAppointment[]; problems: RowProblem[] } {
  const planned: PlannedAppointment[] = [];
  const problems: RowProblem[] = [];
  for (const row of rows) {
    const reasons = [...row.reasons];
    const calendarId = row.person ? (matches.people.get(row.person) ?? null) : matches.calendarId;
    if (calendarId === null) {
      problems.push({ line: row.line, isLeftOut: true, reasons: ['noPerson'], cells: row.cells });
      continue;
    }
    const parts = planRow(row, calendarId, matches, data, reasons);
    const ref = refs.get(row.externalId);
    for (const one of ref ? parts : []) {
      const isSame = ref?.givenDigest === one.givenDigest;
      one.id = ref?.recordId ?? one.id;
      one.isAdded = ref?.isAdded ?? true;
      one.result = isSame ? 'unchanged' : ref?.state === 'same' && ref.isAdded ? 'changed' : 'kept';
    }
    planned.push(...parts);
    if (reasons.length) problems.push({ line: row.line, isLeftOut: false, reasons, cells: row.cells });
  }
  return { planned, problems };
}

/** The appointment of a row; several services whose lengths fit are parts of it, one after the other. */
function planRow(
  row: ImportedAppointment,
  calendarId: string,
  matches: Matches,
  data: CompanyData,
  reasons: RowProblem['reasons'],
): PlannedAppointment[] {
  const person = data.people.find((one) => one.calendarId === calendarId);
  const place = placeOf(row, person?.locations ?? [], matches, data, reasons);
  const matched = (row.service && matches.services.get(row.service)) || null;
  const several = matched && !('id' in matched) ? matched.map((one) => offered(one, calendarId, place)) : undefined;
  const service = matched && 'id' in matched ? offered(matched, calendarId, place) : undefined;
  const { when } = row;
  const timeZone = place?.timeZone ?? matches.zone;
  const start = 'start' in when ? when.start : when.first.toZonedDateTime(timeZone).toInstant();
  const given = 'start' in when ? when.end : when.after.toZonedDateTime(timeZone).toInstant();
  const sum = several?.reduce((all, { minutes }) => all + minutes, 0);
  const fits = sum !== undefined && row.customer && (!given || start.until(given).total('minutes') === sum);
  if (several && !fits) reasons.push('together');
  if (!given && !fits) reasons.push('minutes');
  const end = given ?? start.add({ minutes: (fits ? sum : service?.minutes) ?? usualMinutes });
  const common = {
    ...({ row, id: randomUUIDv7(), result: 'added', isAdded: true, calendarId, place, timeZone } as const),
    ...{ visitStart: start, visitEnd: end },
    days: 'first' in when ? { first: when.first.toString(), last: when.after.toString() } : undefined,
    // The values of the file and of choices: a service that changes here changes no appointment.
    givenDigest: digestOf([
      ...[calendarId, place?.id ?? null, idsOf(matched, fits), row.service, row.title, row.notes, row.price ?? null],
      Object.values(when).map(String),
      row.customer && [row.customer.name, row.customer.eMail, row.customer.phoneNumber],
    ]),
  };
  const names = fits && several ? several : [service];
  const prices = sharedPrice(row.price, names);
  let at = start;
  return names.map((one, position) => {
    const serviceName = (one?.name ?? row.service).slice(0, maxServiceName);
    const until = fits && one ? at.add({ minutes: one.minutes }) : end;
    const part = {
      ...common,
      ...{ eventId: randomUUIDv7(), position, start: at, end: until },
      title: row.title || serviceName || (row.customer ? matches.untitled : ''),
      ...{ serviceId: one?.id ?? null, serviceName, price: prices[position] ?? 0 },
      ...{ vatRate: one?.vatRate ?? null, cancelHours: one?.cancelHours ?? null },
      bufferBefore: 'start' in when ? (one?.bufferBefore ?? 0) : 0,
      bufferAfter: 'start' in when ? (one?.bufferAfter ?? 0) : 0,
      ...{ pauseStart: one?.pauseStart ?? null, pauseMinutes: one?.pauseMinutes ?? null },
    };
    at = until;
    return part;
  });
}

function idsOf(matched: MatchedService, fits: unknown): unknown {
  if (!matched || 'id' in matched) return matched?.id ?? null;
  return fits ? matched.map(({ id }) => id) : null;
}

/** A service as the person at this place does it. */
function offered(service: KnownService, calendarId: string, place: ImportPlace | undefined): KnownService {
  const own =
    service.people.find((one) => one.calendarId === calendarId && one.locationId === (place?.id ?? null)) ??
    service.people.find((one) => one.calendarId === calendarId && one.locationId === null);
  return { ...service, minutes: own?.minutes ?? service.minutes, price: own?.price ?? service.price };
}

/** A price of the file, divided as those of the services are. */
function sharedPrice(given: number | undefined, services: readonly (KnownService | undefined)[]): number[] {
  const own = services.map((one) => one?.price ?? 0);
  const sum = own.reduce((all, one) => all + one, 0);
  if (given === undefined) return own;
  if (sum === 0) return own.map((_, index) => (index === 0 ? given : 0));
  const cents = own.map((one) => Math.round((100 * given * one) / sum));
  const rest = Math.round(100 * given) - cents.reduce((all, one) => all + one, 0);
  return cents.map((one, index) => (one + (index === 0 ? rest : 0)) / 100);
}

/** The location that the row names, the chosen one when the person works there, else their first. */
function placeOf(
  { location }: ImportedAppointment,
  worksAt: readonly string[],
  matches: Matches,
  data: CompanyData,
  reasons: RowProblem['reasons'],
): ImportPlace | undefined {
  const named = location ? matchByName(location, data.places) : undefined;
  if (location && !named && data.places.length > 1) reasons.push('location');
  if (named) return named;
  if (matches.place && (worksAt.length === 0 || worksAt.includes(matches.place.id))) return matches.place;
  return data.places.find(({ id }) => id === worksAt[0]) ?? matches.place;
}
