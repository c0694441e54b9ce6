// Decides what the appointments of a file become: in whose calendar, of which service, for how long.
import { randomUUIDv7 } from 'node:crypto';
import { newId } from '#contract/lib/fields.ts';
import type { BookedService } from '#server/booking/times/schedule.ts';
import { digestOf } from '#server/customers/import/keep-import.ts';
import type { ImportedAppointment } from './appointment-rows.ts';
import type { CompanyData, ImportPlace, KnownService } from './company-data.ts';
import type { ImportRef } from './import-refs.ts';
import type { RowResult } from './import-services.ts';
import { findPerson, matchByName } from './match-names.ts';
import { maxServiceName, type RowProblem, usualMinutes } from './service-rows.ts';

/** With the service as it is at this time: later changes of it do not reach the appointment. */
export interface PlannedAppointment extends Omit<BookedService, 'id' | 'name' | 'minutes'> {
  row: ImportedAppointment;
  /** Of the visit, or of an event without a customer. */
  id: string;
  eventId: string;
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

export interface Matches {
  /** The calendar of each person that the file names; null leaves the rows out. */
  people: ReadonlyMap<string, string | null>;
  services: ReadonlyMap<string, KnownService | null>;
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
): Map<string, KnownService | null> {
  return new Map(
    names.map((name, index) => {
      const given = chosen(name, index);
      if (given === null || given === newId) return [name, null];
      const found = given === undefined ? undefined : services.find(({ id }) => id === given);
      return [name, found ?? matchByName(name, services) ?? null];
    }),
  );
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
    const one = planOne(row, calendarId, matches, data, reasons);
    const ref = refs.get(row.externalId);
    if (ref) {
      const isSame = ref.givenDigest === one.givenDigest;
      one.id = ref.recordId;
      one.isAdded = ref.isAdded;
      one.result = isSame ? 'unchanged' : ref.state === 'same' && ref.isAdded ? 'changed' : 'kept';
    }
    planned.push(one);
    if (reasons.length) problems.push({ line: row.line, isLeftOut: false, reasons, cells: row.cells });
  }
  return { planned, problems };
}

function planOne(
  row: ImportedAppointment,
  calendarId: string,
  matches: Matches,
  data: CompanyData,
  reasons: RowProblem['reasons'],
): PlannedAppointment {
  const person = data.people.find((one) => one.calendarId === calendarId);
  const place = placeOf(row, person?.locations ?? [], matches, data, reasons);
  const service = row.service ? matches.services.get(row.service) : null;
  const own =
    service?.people.find((one) => one.calendarId === calendarId && one.locationId === (place?.id ?? null)) ??
    service?.people.find((one) => one.calendarId === calendarId && one.locationId === null);
  const minutes = own?.minutes ?? service?.minutes ?? usualMinutes;
  const isTimed = 'start' in row.when;
  if ('start' in row.when && !row.when.end) reasons.push('minutes');
  const timeZone = place?.timeZone ?? matches.zone;
  const when = row.when;
  const start = 'start' in when ? when.start : when.first.toZonedDateTime(timeZone).toInstant();
  const end = 'start' in when ? (when.end ?? start.add({ minutes })) : when.after.toZonedDateTime(timeZone).toInstant();
  const serviceName = (service?.name ?? row.service).slice(0, maxServiceName);
  const values = {
    calendarId,
    start,
    end,
    days: 'first' in when ? { first: when.first.toString(), last: when.after.toString() } : undefined,
    title: row.title || serviceName || (row.customer ? matches.untitled : ''),
    serviceId: service?.id ?? null,
    serviceName,
    price: row.price ?? own?.price ?? service?.price ?? 0,
  };
  return {
    ...values,
    row,
    id: randomUUIDv7(),
    eventId: randomUUIDv7(),
    result: 'added',
    isAdded: true,
    // The values of the file and of choices: a service that changes here changes no appointment.
    givenDigest: digestOf([
      ...[calendarId, place?.id ?? null, service?.id ?? null, row.service, row.title, row.notes, row.price ?? null],
      Object.values(when).map(String),
      row.customer && [row.customer.name, row.customer.eMail, row.customer.phoneNumber],
    ]),
    place,
    timeZone,
    vatRate: service?.vatRate ?? null,
    bufferBefore: isTimed ? (service?.bufferBefore ?? 0) : 0,
    bufferAfter: isTimed ? (service?.bufferAfter ?? 0) : 0,
    pauseStart: service?.pauseStart ?? null,
    pauseMinutes: service?.pauseMinutes ?? null,
    cancelHours: service?.cancelHours ?? null,
  };
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
