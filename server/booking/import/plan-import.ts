// Plans an import: how its file is read, what its rows match, and what they would change.
import type { CountryCode } from 'libphonenumber-js/min';
import {
  type BookingColumn,
  type BookingImportAnswer,
  type BookingKind,
  type bookingImports,
  maxDaysAhead,
  maxMatchedPeople,
  maxMatchedServices,
} from '#contract/booking/import.ts';
import { type DayOrder, maxImportRows } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { countryOf } from '#server/customers/contacts/phone-key.ts';
import { dayOrderOf, needsOrder } from '#server/customers/import/days.ts';
import { likelyLanguages } from '#server/customers/import/likely-languages.ts';
import type { ImportedContact } from '#server/customers/import/read-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { readAppointmentRows } from './appointment-rows.ts';
import { type CompanyData, type ImportPlace, type KnownService, readCompanyData } from './company-data.ts';
import { findGone } from './find-gone.ts';
import { findRefs } from './import-refs.ts';
import { type PlannedService, planServices } from './import-services.ts';
import { type KeptChoices, keptChoices } from './kept-choices.ts';
import { matchByName, matchSeveral } from './match-names.ts';
import {
  idOfMatch,
  matchPeople,
  matchServices,
  type PlannedAppointment,
  planAppointments,
} from './plan-appointments.ts';
import { planCustomers } from './plan-customers.ts';
import { readBookingFile } from './read-booking-file.ts';
import { type RowProblem, readServiceRows } from './service-rows.ts';
import type { BookingFile, Sheet } from './sheet.ts';
import { isColumnOf, suggestColumns } from './suggest-columns.ts';

export type BookingChoices = Parsed<typeof bookingImports.run>;

/** Months for which appointments that repeat are read. */
const usualMonths = 6;

interface ReadSheet {
  sheet: Sheet;
  fields: BookingColumn[];
}

/** The changes that an import will make. */
export interface ImportPlan {
  file: BookingFile;
  kind: BookingKind;
  sheets: ReadSheet[];
  dayOrder: BookingImportAnswer['dayOrder'];
  zone: string;
  locationId: string | null;
  calendarId: string | null;
  needsCalendar: boolean;
  remindFrom: Temporal.PlainDate;
  until: Temporal.PlainDate;
  doneBy: string[];
  people: BookingImportAnswer['people'];
  serviceMatches: BookingImportAnswer['services'];
  data: CompanyData;
  services: PlannedService[];
  appointments: PlannedAppointment[];
  /** Customers of the file who come along, with or without an appointment. */
  customers: ImportedContact[];
  problems: RowProblem[];
  notComing: { line: number; name: string }[];
  /** Appointments of an earlier import that the file says are cancelled, and those that it lacks. */
  cancelled: { line: number; externalId: string; recordId: string; name: string }[];
  gone: { externalId: string; recordId: string }[];
  removesGone: boolean;
}

/** The file as it was read, before it is compared with the records of the company. */
interface Reading {
  file: BookingFile;
  sheets: ReadSheet[];
  data: CompanyData;
  kept: KeptChoices;
  country: CountryCode | undefined;
  place: ImportPlace | undefined;
  zone: string;
  today: Temporal.PlainDate;
  /** The last day of appointments that repeat, and of all. */
  until: Temporal.PlainDate;
  last: Temporal.PlainDate;
  dayOrder: DayOrder;
  needsOrder: boolean;
}

export async function planImport(tx: SignedIn, bytes: Buffer, choices: BookingChoices): Promise<ImportPlan> {
  const reading = await readGiven(tx, bytes, choices);
  const { file, sheets, data, kept, zone, place, until, today } = reading;
  const known = new Set(data.people.map(({ calendarId }) => calendarId));
  const [onlyPerson] = data.people.length === 1 ? data.people : [];
  const calendarId = choices.calendarId ?? kept.calendarId ?? onlyPerson?.calendarId ?? null;
  const isServices = sheets.length === 1 && sheets[0]?.sheet.kind === 'services';
  const plan: ImportPlan = {
    ...{ file, sheets, zone, until, data },
    kind: isServices ? 'services' : 'appointments',
    dayOrder: reading.needsOrder ? reading.dayOrder : null,
    locationId: place?.id ?? null,
    calendarId: calendarId && known.has(calendarId) ? calendarId : null,
    needsCalendar: false,
    remindFrom: choices.remindFrom ? Temporal.PlainDate.from(choices.remindFrom) : today,
    doneBy: (choices.doneBy ?? [...known]).filter((id) => known.has(id)),
    ...{ people: [], serviceMatches: [], services: [], appointments: [], customers: [], problems: [] },
    ...{ notComing: [], cancelled: [], gone: [], removesGone: choices.removesGone },
  };
  await planServicesOf(tx, plan);
  await planAppointmentsOf(tx, plan, reading, choices);
  const { country, dayOrder } = reading;
  const { language } = tx.visitor;
  const { customers, problems } = await planCustomers(tx, file, {
    country,
    dayOrder,
    language,
    today: today.toString(),
  });
  plan.customers = customers;
  plan.problems.push(...problems);
  return plan;
}

async function readGiven(tx: SignedIn, bytes: Buffer, choices: BookingChoices): Promise<Reading> {
  const now = tx.clock.now();
  const country = await countryOf(tx.db, tx.user.companyId);
  const data = await readCompanyData(tx);
  const place = data.places.find(({ id }) => id === choices.locationId) ?? data.places[0];
  const zone = choices.timeZone ?? place?.timeZone ?? 'UTC';
  const today = now.toZonedDateTimeISO(zone).toPlainDate();
  const last = today.add({ days: maxDaysAhead });
  const wanted = choices.until ? Temporal.PlainDate.from(choices.until) : today.add({ months: usualMonths });
  const until = Temporal.PlainDate.compare(wanted, last) > 0 ? last : wanted;
  const file = await readBookingFile(bytes, {
    languages: likelyLanguages(country, tx.visitor.language),
    ...{ charset: choices.charset, headerLine: choices.headerLine, sheet: choices.sheet, kind: choices.kind, zone },
    from: now,
    until: endOf(until, zone),
    addresses: data.people.map(({ eMail }) => eMail.toLowerCase()),
  });
  const rows = file.sheets.reduce((sum, one) => sum + one.rows.length, 0);
  if (rows > maxImportRows) throw invalid('File', 'customers.importLong', { max: maxImportRows });
  const kept = await keptChoices(tx, file.source);
  const sheets = file.sheets.map((sheet) => ({ sheet, fields: fieldsOf(sheet, choices, kept) }));
  const days = sheets.flatMap(({ sheet, fields }) => daysIn(sheet, fields));
  const dayOrder = choices.dayOrder ?? dayOrderOf(days, country);
  return {
    file,
    sheets,
    data,
    kept,
    country,
    place,
    zone,
    today,
    until,
    last,
    dayOrder,
    needsOrder: days.some(needsOrder),
  };
}

function endOf(day: Temporal.PlainDate, zone: string): Temporal.Instant {
  return day.add({ days: 1 }).toZonedDateTime(zone).toInstant();
}

async function planServicesOf(tx: SignedIn, plan: ImportPlan): Promise<void> {
  const given = plan.sheets.find(({ sheet }) => sheet.kind === 'services');
  if (!given) return;
  const { services, problems } = readServiceRows(given.sheet, given.fields);
  const ids = services.map(({ externalId }) => externalId);
  const refs = await findRefs(tx, plan.file.source, 'service', ids);
  plan.services = planServices(services, plan.data, refs, plan.doneBy);
  plan.problems.push(...problems);
}

async function planAppointmentsOf(
  tx: SignedIn,
  plan: ImportPlan,
  { kept, country, place, zone, today, last, dayOrder }: Reading,
  choices: BookingChoices,
): Promise<void> {
  const given = plan.sheets.find(({ sheet }) => sheet.kind === 'appointments');
  if (!given) return;
  const { file, data } = plan;
  const now = tx.clock.now();
  const newServices = plan.services.filter(({ result }) => result === 'added').map(asKnown);
  const allServices = [...data.services, ...newServices];
  const read = readAppointmentRows(given.sheet, {
    ...{ fields: given.fields, country, dayOrder, language: tx.visitor.language, zone, now },
    today: today.toString(),
    serviceNames: allServices.map(({ name }) => name),
    last: endOf(last, zone),
  });
  const inFile = new Set(plan.services.map(({ name }) => folded(name)));
  const people = namesOf(read.appointments.map(({ person }) => person)).slice(0, maxMatchedPeople);
  const named = namesOf(read.appointments.map(({ service }) => service));
  const toMatch = named.filter((name) => !inFile.has(folded(name))).slice(0, maxMatchedServices);
  const chosen = (ids: readonly string[] | undefined, before: KeptChoices['people']) => (name: string, index: number) =>
    ids ? ids[index] : Object.hasOwn(before, folded(name)) ? before[folded(name)] : undefined;
  const peopleMatches = matchPeople(people, data, chosen(choices.people, kept.people));
  const asked = matchServices(toMatch, allServices, chosen(choices.services, kept.services));
  const others = named.filter((name) => !asked.has(name));
  // The file says which service it means, whatever that is called here.
  const ofFile = new Map(plan.services.map(({ name, id }) => [folded(name), id]));
  const services = new Map([...asked, ...matchServices(others, allServices, (name) => ofFile.get(folded(name)))]);
  const count = (key: 'person' | 'service', name: string) =>
    read.appointments.filter((one) => one[key] === name).length;
  plan.people = people.map((name) => ({ name, id: peopleMatches.get(name) ?? null, rows: count('person', name) }));
  plan.serviceMatches = toMatch.map((name) => ({
    name,
    id: idOfMatch(asked.get(name)),
    parts: matchByName(name, allServices) ? [] : (matchSeveral(name, allServices) ?? []).map((one) => one.name),
    rows: count('service', name),
  }));
  plan.needsCalendar = read.appointments.some(({ person }) => !person);
  const present = [...read.appointments, ...read.cancelled].map(({ externalId }) => externalId);
  const refs = await findRefs(tx, file.source, 'appointment', present);
  const untitled = translate(tx.user.language, 'booking.appointment');
  const matches = { people: peopleMatches, services, calendarId: plan.calendarId, place, zone, untitled };
  const { planned, problems } = planAppointments(read.appointments, matches, data, refs);
  // Chunks are of neighbours: their lanes follow from each other. The parts of a visit stay together.
  plan.appointments = planned.toSorted(
    (a, b) =>
      compareTexts(a.calendarId, b.calendarId) ||
      Temporal.Instant.compare(a.visitStart, b.visitStart) ||
      compareTexts(a.id, b.id) ||
      a.position - b.position,
  );
  plan.problems.push(...read.problems, ...problems);
  for (const { line, externalId, name, cells } of read.cancelled) {
    const ref = externalId ? refs.get(externalId) : undefined;
    if (ref?.isAdded && ref.state === 'same') plan.cancelled.push({ line, externalId, recordId: ref.recordId, name });
    else if (cells) plan.problems.push({ line, isLeftOut: true, reasons: ['declined'], cells });
    else plan.notComing.push({ line, name });
  }
  // Of a row that cannot be read and has no number, nothing says that its appointment is gone.
  if (read.leftOut.includes(undefined)) return;
  const inRows = [...present, ...read.leftOut.filter((id) => id !== undefined)];
  // Times of a series after the last day that is read are not gone either.
  plan.gone = await findGone(tx, file.source, inRows, {
    from: now,
    until: endOf(file.repeats ? plan.until : last, zone),
  });
}

function fieldsOf(sheet: Sheet, { columns }: BookingChoices, kept: KeptChoices): BookingColumn[] {
  const suggested = sheet.fields ?? suggestColumns(sheet.kind, sheet.titles, sheet.rows);
  return sheet.titles.map((_, index) => {
    const field = columns?.[index] ?? kept.columns[index] ?? suggested[index] ?? 'skip';
    return isColumnOf(sheet.kind, field) ? field : 'skip';
  });
}

function daysIn({ rows }: Sheet, fields: readonly BookingColumn[]): string[] {
  const columns = fields.flatMap((field, index) => (field === 'start' || field === 'date' ? [index] : []));
  return rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? '')).filter(Boolean);
}

function asKnown({
  id,
  name,
  category,
  minutes,
  price,
  bufferBefore,
  bufferAfter,
  doneBy,
}: PlannedService): KnownService {
  return {
    ...{ id, name, category, minutes, price, bufferBefore, bufferAfter },
    ...{ vatRate: null, pauseStart: null, pauseMinutes: null, cancelHours: null },
    people: doneBy.map((calendarId) => ({ calendarId, locationId: null, minutes: null, price: null })),
  };
}

/** The names, those of most rows first. */
function namesOf(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, one], [b, other]) => other - one || compareTexts(a, b)).map(([name]) => name);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By names, since the next file may have them in another order. */
export function choicesToKeep(plan: ImportPlan, choices: BookingChoices): KeptChoices {
  const byName = (matches: readonly { name: string; id: string | null }[]) =>
    Object.fromEntries(matches.map(({ name, id }) => [folded(name), id]));
  const services = plan.serviceMatches.map(({ name, id }) => ({
    name,
    id: plan.services.some((one) => one.id === id) ? (matchByName(name, plan.data.services)?.id ?? id) : id,
  }));
  return {
    columns: choices.columns ? (plan.sheets[0]?.fields ?? []) : [],
    people: byName(plan.people),
    services: byName(services),
    calendarId: plan.calendarId,
  };
}
