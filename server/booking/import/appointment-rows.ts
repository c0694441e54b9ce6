// Reads the rows of a table as appointments, or as the reasons why one is left out or lacks a value.
import type { BookingColumn, BookingReason } from '#contract/booking/import.ts';
import type { ImportField } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import { plainLine } from '#contract/lib/typed.ts';
import { phoneKeyOf } from '#server/customers/contacts/phone-key.ts';
import { phonesIn, splitNumber } from '#server/customers/import/phone-cells.ts';
import { contactReader, type ImportedContact, type ReadingOptions } from '#server/customers/import/read-rows.ts';
import { readConsent } from '#server/customers/import/stated-consent.ts';
import { totalRows } from '#server/customers/import/total-rows.ts';
import { matchSeveral } from './match-names.ts';
import { isPlaceholder } from './placeholder-names.ts';
import { bareClockIn, clockIn, minutesIn, priceIn, type ReadTime, type TimeReading, timeIn } from './read-times.ts';
import { type Cells, cellsBy, serviceNameOf } from './row-cells.ts';
import type { RowProblem } from './service-rows.ts';
import { declinedState, type Sheet } from './sheet.ts';

export interface ImportedAppointment {
  line: number;
  externalId: string;
  /** An appointment has a time; a time that is not to be booked can be whole days, the last of which is excluded. */
  when:
    | { start: Temporal.Instant; end: Temporal.Instant | undefined }
    | { first: Temporal.PlainDate; after: Temporal.PlainDate };
  person: string;
  service: string;
  location: string;
  /** Undefined for an event without a customer; without a name for one whom no one asked for theirs. */
  customer: ImportedContact | undefined;
  title: string;
  notes: string;
  price: number | undefined;
  reasons: BookingReason[];
  cells: string[];
}

export interface AppointmentRows {
  appointments: ImportedAppointment[];
  problems: RowProblem[];
  /** The external ids of those that are cancelled or were missed, by line. `cells`: an invitation was declined. */
  cancelled: { line: number; externalId: string; name: string; cells?: string[] }[];
  /** The external ids of rows that are left out; undefined where one cannot be known. */
  leftOut: (string | undefined)[];
}

interface Options extends Omit<ReadingOptions, 'fields'> {
  fields: readonly BookingColumn[];
  zone: string;
  /** Names of services, by which a title such as "Haircut – Anna Berg" is understood. */
  serviceNames: readonly string[];
  now: Temporal.Instant;
  /** Later appointments are left out. */
  last: Temporal.Instant;
}

const maxTitle = 200;
const maxNotes = 2_000;
const maxName = 100;
/** Hours; a day of a clock change has fewer than 24. */
const shortestDay = 21;
const longest = 25;

/** States of appointments that do not take place, in the languages of programs. */
const notComing =
  /cancel|storn|abgesagt|abgelehnt|ausgefallen|anul|annul|declin|refus|rechaz|reject|no.?show|did ?not|nicht.?erschienen|verpasst|\bausente|absent|missed|expired|deleted|atcel|atsauk|noraidit|atmest|neatvyk|neierad|odwolan|nieobecn|zrusen|afgezegd|verschenen|tuhistatud|peruttu|avbokad|aflyst|lemond|otkazan|preklican|denied|niestaw|non.?honor|lapin|disdett|non.?present|no.?presentad|uteb|udeb|ei.?saap|saapumatta|nedostav|ei.?ilmu|no se pres|no asist|inasist|no acud|entfall|nicht gekommen|nav ierad|neprisel|neprisla|отмен|неявк|не приш|не явил|скасов|відмін|відхил|не прии/;

export function readAppointmentRows({ rows, titles, fields: fixed }: Sheet, options: Options): AppointmentRows {
  const { fields } = options;
  const cellsOf = cellsBy(fields);
  const asCustomer = (wanted: readonly BookingColumn[]) =>
    contactReader(
      { titles, rows },
      { ...options, fields: fields.map((field) => (wanted.includes(field) ? (field as ImportField) : 'skip')) },
    );
  const whole = asCustomer(['name', 'firstName', 'lastName', 'eMail', 'phoneNumber']);
  const named = asCustomer(['name', 'firstName', 'lastName']);
  const states = fields.flatMap((field, column) => (field === 'status' ? [column] : []));
  // `Cancelled` can be a column of its own that says yes.
  const isNotComing = (cells: readonly string[]) =>
    states.some((column) => {
      const state = folded(cells[column] ?? '');
      const isWhen = /\d[-./ ]\d|\d\s\p{L}{3}/u.test(state) && /[1-9]/.test(state);
      const isYes = notComing.test(folded(titles[column] ?? '')) && (readConsent(state) === 'given' || isWhen);
      return isYes || notComing.test(state);
    });
  const isDeclined = (cells: readonly string[]) => states.some((column) => cells[column] === declinedState);
  const serviceIn = serviceReader(options.serviceNames);
  const found: AppointmentRows = { appointments: [], problems: [], cancelled: [], leftOut: [] };
  const seen = new Set<string>();
  const isTotal = totalRows(rows);
  const dayOf = fixed ? undefined : dayAboveReader(options);
  for (const row of rows) {
    const { line, cells } = row;
    const own = cellsOf(row);
    const dayAbove = dayOf?.(cells, own);
    // A row that says the day of those below.
    if (dayAbove === 'heading') continue;
    const cell: Cells = (field) => (dayAbove && field === 'date' ? dayAbove.day : own(field));
    const leaveOut = (reason: BookingReason) => {
      found.problems.push({ line, isLeftOut: true, reasons: [reason], cells });
      if (reason !== 'repeated') found.leftOut.push(cell('id') || undefined);
    };
    if (row.isBroken) {
      leaveOut('broken');
      continue;
    }
    if (isTotal(row)) {
      found.problems.push({ line, isLeftOut: true, reasons: ['total'], cells });
      continue;
    }
    // People write a break as a customer; without anything of one, it is a time that cannot be booked.
    const pause = fixed || cell('service') || cell('phoneNumber') || cell('eMail') ? '' : breakIn(cell('name'));
    const customer = pause ? undefined : customerIn(row);
    const titled = titleIn(cell, serviceIn, customer?.contact);
    const stands = titled.customer || (!customer && isPlaceholder(titled.title) ? titled.title : '');
    const contact = stands ? contactNamed(stands, line, options, customer?.contact) : customer?.contact;
    const person = plainLine(cell('person'));
    const service = titled.service || serviceNameOf(cell);
    const time = whenIn(cell, options, contact !== undefined && !fixed);
    if (typeof time === 'string') {
      leaveOut(time);
      continue;
    }
    const { when } = time;
    const reasons: BookingReason[] = dayAbove ? ['dayAbove', ...time.reasons] : [...time.reasons];
    const isUnnamed = contact !== undefined && isPlaceholder(contact.name) && !contact.eMail && !contact.phoneNumber;
    // Programs leave the customer empty, too, where a service was booked for a guest.
    const isServed = !contact && !fixed && !pause && !titled.title && serviceIn.whole(service) !== undefined;
    const unnamed = isServed ? contactNamed('', line, options, undefined) : isUnnamed ? contact : undefined;
    if (unnamed) reasons.push('walkIn');
    const startText = 'start' in when ? when.start.toString() : when.first.toString();
    const natural = folded(
      [person, startText, contact?.name ?? (titled.title || pause), contact && !isUnnamed ? '' : service].join('\n'),
    );
    const asRow = `row ${folded(`${natural}\n${service}`)}`;
    // Several services of a visit can stand in rows of their own, with its number in each.
    const isFurther = cell('id') !== '' && seen.has(cell('id')) && !seen.has(asRow);
    const externalId = (isFurther ? `${cell('id')}\n${asRow}` : cell('id') || natural).slice(0, 300);
    const name = contact?.name || titled.title || pause || service;
    if (seen.has(externalId)) {
      leaveOut('repeated');
      continue;
    }
    seen.add(externalId).add(asRow);
    if (isNotComing(cells) || calledOff.test(folded(cell('title')))) {
      found.cancelled.push({ line, externalId, name, ...(isDeclined(cells) && { cells }) });
      continue;
    }
    const price = priceIn(cell('price'));
    const start = 'start' in when ? when.start : undefined;
    const end = 'start' in when ? when.end : undefined;
    const isOver = start
      ? Temporal.Instant.compare(end ?? start, options.now) <= 0
      : 'after' in when && isPast(when.after, options);
    if (isOver) found.cancelled.push({ line, externalId: '', name });
    else if (start && Temporal.Instant.compare(start, options.last) > 0) leaveOut('far');
    else {
      found.appointments.push({
        ...{ line, externalId, when, person, service, price, cells },
        location: plainLine(cell('location')),
        customer: unnamed ? { ...unnamed, name: '', nameKey: '' } : contact,
        title: titleOf(titled.title || pause, contact ?? unnamed, service || firstLine(cell('notes'))),
        notes: cell('notes').slice(0, maxNotes),
        reasons: [...reasons, ...(customer?.reasons ?? [])],
      });
    }
  }
  return found;

  /** An address or number that is not one costs no appointment. */
  function customerIn(row: Sheet['rows'][number]): { contact: ImportedContact; reasons: BookingReason[] } | undefined {
    const read = whole(row);
    const reasons = new Set(read.reasons.map((reason) => (reason === 'eMail' ? 'eMail' : 'phoneNumber')));
    const contact = read.contact ?? named(row).contact;
    if (!contact) return undefined;
    const isBroken = read.reasons.some((reason) => reason === 'eMail' || reason.startsWith('phone'));
    return { contact, reasons: isBroken ? [...reasons] : [] };
  }
}

/**
 * Returns a function that says the day of a row from one above: people write a day once, in a row of its own
 * (`heading`) or in the first of its appointments. Undefined for a row that has its own.
 */
function dayAboveReader(options: Options) {
  let day = '';
  return (cells: readonly string[], cell: Cells): { day: string } | 'heading' | undefined => {
    const given = cells.filter(Boolean);
    const [only = ''] = given.length === 1 ? given : [];
    const stated = only || cell('date');
    const found = stated ? timeIn(stated, '', options) : undefined;
    if (found && 'day' in found) day = stated;
    if (found && 'day' in found && only) return 'heading';
    return day && cell('time') && !cell('date') && !cell('start') ? { day } : undefined;
  };
}

/** Of an event without a customer, its service or note stand in for a title. */
function titleOf(title: string, customer: ImportedContact | undefined, otherwise: string): string {
  return (title || (customer ? '' : otherwise)).slice(0, maxTitle);
}

const firstLine = (text: string) => plainLine(text.split('\n', 1)[0] ?? '');

function isPast(after: Temporal.PlainDate, { zone, now }: Options): boolean {
  return Temporal.Instant.compare(after.toZonedDateTime(zone).toInstant(), now) <= 0;
}

type When = ImportedAppointment['when'];

/** The time of a row, or why it has none. Programs name the columns of days and of times in any way. */
function whenIn(
  cell: Cells,
  options: Options,
  isTimed: boolean,
): { when: When; reasons: BookingReason[] } | BookingReason {
  const given = (['start', 'date', 'time'] as const).map((field) => ({ field, text: cell(field) })).filter(hasText);
  const named =
    given.find(({ field, text }) => field !== 'time' && !isClock(text)) ??
    given.find(({ text }) => !isBare(text)) ??
    // Beside a time, `03.12` is a day.
    given.find(({ field, text }) => field === 'date' && given.length > 1 && dayAndMonth.test(text));
  if (!named) return 'noStart';
  const clocks = given.filter((one) => one !== named && isBare(one.text));
  const unread = given.find((one) => one !== named && one.field === 'time' && !isBare(one.text));
  if (unread) return 'start';
  // A range such as "10:00 - 10:30" has the end in it, beside the day or in a column of its own.
  const [day = '', untilOfDay = ''] = partsOf(named.text);
  const [from = '', to = untilOfDay] = (clocks.at(-1)?.text ?? '').split(range, 2);
  const start = timeIn(day, from && clockText(from), options);
  if (!start) return 'start';
  const ends = [cell('end'), clockText(cell('endTime')), clockText(to)].filter(Boolean);
  const end = endOf(ends, start, options);
  if (end === 'length') return 'length';
  const reasons: BookingReason[] = start.isNearest ? ['noYear'] : [];
  if ('day' in start) {
    // An appointment of a customer has a time.
    if (isTimed) return 'noStart';
    const last = end && 'day' in end ? end.day : start.day;
    // The end of a day in an .ics is the day after; a table that names the same day twice means that day.
    const after = Temporal.PlainDate.compare(last, start.day) > 0 ? last : start.day.add({ days: 1 });
    return { when: { first: start.day, after }, reasons };
  }
  const minutes = minutesIn(cell('minutes'));
  const endAt = end && 'at' in end ? end.at : minutes ? start.at.add({ minutes }) : undefined;
  if (start.shift) reasons.push(start.shift);
  if (!endAt) return { when: { start: start.at, end: undefined }, reasons };
  const hours = start.at.until(endAt).total('hours');
  const days = hours > shortestDay ? wholeDays(start.at, endAt, options.zone) : undefined;
  if (days) return { when: days, reasons: reasons.filter((reason) => reason === 'noYear') };
  if (hours <= 0 || hours > longest) return 'length';
  return { when: { start: start.at, end: endAt }, reasons };
}

const hasText = ({ text }: { text: string }) => text !== '';
const range = /\s*[-–—]\s*(?=\d)|\s+(?:bis|to|until|a|à|au|hasta|l[iī]dz|iki|do|tot|till|til)\s+(?=\d)/i;
const isoDay = /^\d{4}-\d{1,2}-\d{1,2}/;
const dayAndMonth = /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])$/;
/** A day with a year of two figures is no time with seconds. */
const shortDay = /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.\d{2}\.?$/;

/** Whether a cell holds a time of day, or a range of such ones. */
function isClock(text: string): boolean {
  const [from = ''] = text.split(range, 1);
  return !shortDay.test(text) && clockIn(from) !== undefined;
}

/** In a column of times, hours alone are such ones as well. */
function isBare(text: string): boolean {
  const [from = ''] = text.split(range, 1);
  return isClock(text) || (!isoDay.test(text) && bareClockIn(from) !== undefined);
}

function clockText(text: string): string {
  return bareClockIn(text)?.toString() ?? text;
}

/** A day with its time and, behind a range, its end: `3.12.2026 14:30 - 15:15`. */
function partsOf(text: string): [start: string, end: string] {
  const [, isoStart, isoEnd] = /^(\d{4}\S*T[\d:]+\S*)\/(\d\S*)$/.exec(text) ?? [];
  if (isoStart && isoEnd) return [isoStart, isoEnd];
  // An offset behind the time is no end.
  if (/T\d{2}:\d{2}\S*[+-]\d{2}|:\d{2}:\d{2}\S*\s?[+-]\d{2}/.test(text)) return [text, ''];
  const [, start, end] =
    /^(.*\d.*?\d(?:[:.h]\d{2}|h|\s?uhr)(?:\s?[ap]\.?\s?m\.?)?)(?:\s*[-–—]\s*|\s+(?:bis|to|until|a|à|au|hasta|l[iī]dz|iki|do|tot|till|til)\s+)(\d{1,2}(?:[:.h]\d{2}|h|\s?uhr).*)$/i.exec(
      text,
    ) ?? [];
  return start && end ? [start, end] : [text, ''];
}

/** From midnight to midnight, as some programs write days without times. */
function wholeDays(start: Temporal.Instant, end: Temporal.Instant, zone: string): When | undefined {
  const [from, to] = [start, end].map((one) => one.toZonedDateTimeISO(zone));
  const isMidnight = [from, to].every((one) => one?.toPlainTime().equals(Temporal.PlainTime.from('00:00')));
  return from && to && isMidnight ? { first: from.toPlainDate(), after: to.toPlainDate() } : undefined;
}

/** Of a column, or of one with the day and one with the time. Undefined without any. */
function endOf(given: readonly string[], start: ReadTime, reading: TimeReading): ReadTime | 'length' | undefined {
  const clock = given.find((text) => clockIn(text));
  const day = given.find((text) => !clockIn(text));
  if (day === undefined && clock === undefined) return undefined;
  const end = day === undefined ? endIn(clock ?? '', start, reading) : timeIn(day, clock ?? '', reading);
  // A day alone says nothing about an appointment of that day.
  return end && 'day' in end && 'at' in start ? undefined : (end ?? 'length');
}

/** An end may be a time of day alone: on the same day, or after midnight. */
function endIn(text: string, start: ReadTime, reading: TimeReading): ReadTime | undefined {
  const clock = clockIn(text);
  if (!clock || 'day' in start) return timeIn(text, '', reading);
  const { zone } = reading;
  const begun = start.at.toZonedDateTimeISO(zone);
  const sameDay = begun.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: clock });
  const end = Temporal.ZonedDateTime.compare(sameDay, begun) > 0 ? sameDay : sameDay.add({ days: 1 });
  return { at: end.toInstant() };
}

interface Titled {
  service: string;
  customer: string;
  title: string;
}

interface FoundServices {
  names: string;
  count: number;
}

interface ServiceReader {
  /** One service, or several that a text lists. */
  whole: (text: string) => FoundServices | undefined;
  /** One service at the beginning or end of words, the others of which can be a name. */
  beside: (text: string) => (FoundServices & { other: string }) | undefined;
}

/** Words of a title that are looked at. */
const maxWords = 20;
const personWords = /^\p{Lu}[\p{L}'’.-]*(?: [\p{Lu}\p{Ll}'’.-]+){0,3}$/u;

function serviceReader(names: readonly string[]): ServiceReader {
  const services = new Map(names.map((name) => [folded(name), name] as const));
  const known = names.map((name) => ({ name }));
  return {
    whole: (text) => {
      const name = services.get(folded(text));
      if (name) return { names: name, count: 1 };
      const several = matchSeveral(text, known);
      return several && { names: several.map((one) => one.name).join(', '), count: several.length };
    },
    beside: (text) => {
      const [number = ''] = /[ ,;(–-]+\+?\d[\d ()./-]{5,25}\d\)?$/.exec(text) ?? [];
      const words = text
        .slice(0, text.length - number.length)
        .split(' ')
        .slice(0, maxWords);
      for (let count = words.length - 1; count > 0; count--) {
        for (const from of [0, words.length - count]) {
          const name = services.get(folded(words.slice(from, from + count).join(' ')));
          const other = words.toSpliced(from, count).join(' ');
          if (name && personWords.test(other)) return { names: name, count: 1, other: other + number };
        }
      }
      return undefined;
    },
  };
}

/** The parts of a title such as "Haircut – Anna Berg" or "Anna Berg: Haircut", one of which is a service. */
function titleIn(cell: Cells, serviceIn: ServiceReader, contact: ImportedContact | undefined): Titled {
  const title = plainLine(cell('title'));
  if (!title || cell('service')) return { service: '', customer: '', title: contact ? '' : title };
  const whole = serviceIn.whole(title);
  if (whole) return { service: whole.names, customer: '', title: '' };
  let best: { names: string; count: number; other: string } | undefined;
  for (const match of title.matchAll(
    /\s+[-–—|/·•]\s+|:\s+|,\s+|\s+(?:with|mit|avec|con|ar|su|für|for|pour|para)\s+|\s*[()]\s*/gi,
  )) {
    const before = title.slice(0, match.index).trim();
    const after = title.slice(match.index + match[0].length).trim();
    const [first, second] = [serviceIn.whole(before), serviceIn.whole(after.replace(/[)\s]+$/, ''))];
    const found = first && after && !second ? { ...first, other: after } : undefined;
    const behind = second && before && !first ? { ...second, other: before } : undefined;
    const one = found ?? behind;
    if (one && /\p{L}/u.test(one.other) && one.count > (best?.count ?? 0)) best = one;
  }
  best ??= serviceIn.beside(title);
  if (!best) return { service: '', customer: '', title };
  const other = best.other.replace(/^([^(]*)\)\s*$/, '$1').slice(0, maxName);
  // An invitation may have the address alone, where the title has the name.
  const isNamed = contact && contact.name !== contact.eMail;
  if (!isNamed) return { service: best.names, customer: other, title: '' };
  return folded(other) === contact.nameKey
    ? { service: best.names, customer: '', title: '' }
    : { service: '', customer: '', title };
}

/** A customer whose name, and number behind it, stand in a title. */
function contactNamed(
  text: string,
  line: number,
  { country }: Pick<Options, 'country'>,
  known: ImportedContact | undefined,
): ImportedContact {
  const { name, number } = splitNumber(text);
  const [phoneNumber = ''] = phonesIn([number], country).numbers;
  const nothing = {
    ...{ line, eMail: '', language: '', birthday: null, notes: '', tags: [] },
    ...{ emailConsent: undefined, smsConsent: undefined, eMailKey: '', phoneNumber: '', phoneKey: '' },
  };
  return {
    ...nothing,
    ...known,
    ...(phoneNumber && !known?.phoneNumber && { phoneNumber, phoneKey: phoneKeyOf(phoneNumber, country) }),
    ...{ name, nameKey: folded(name) },
  } as ImportedContact;
}

const breaks = new RegExp(
  `^(?:${`pause mittag(spause)? break (lunch|coffee|tea)(break)? blocked busy closed off dayoff vacation holidays? urlaub frei
  ferien feiertag geschlossen (team)?(besprechung|meeting|sitzung) fortbildung schulung training pausa(pranzo|comida|cafe)?
  almuerzo comida cerrado vacaciones libre reunion festivo (pause)?dejeuner conges? ferme reunion repos partraukums
  pusdienas(partraukums)? briv(s|diena) atvalinajums slegts sapulce (pietu)?pertrauka pietus laisva(diena)? atostogos
  uzdaryta susirinkimas pranzo chiuso ferie riunione riposo przerwa obiad urlop wolne zamkniete spotkanie (lunch)?pauze
  vrij(edag)? vakantie gesloten vergadering rezerwacjaczasu blokada(czasu)? time(block|off) blockedtime zeitblock
  bloqueo bloccoorario`
    .split(/\s+/)
    .join('|')})$`,
);

/** The text where it is a word for a break, a closed day or a meeting; else empty. */
function breakIn(text: string): string {
  const title = plainLine(text);
  return breaks.test(folded(title).replaceAll(/[^\p{L}]/gu, '')) ? title : '';
}

/** Calendars write it before the title. */
const calledOff =
  /^(?:cancell?ed|abgesagt|storniert|annulee?|cancelad[oa]|anulad[oa]|atcelts|atsaukta|отменено|afgezegd|geannuleerd|annullato|anulowan[eoy]|zruseno|aflyst|installd|avbokad|peruttu|tuhistatud)\s*[:–-]/;
