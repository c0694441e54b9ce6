// Reads the rows of a table as services, or as the reasons why one is left out or lacks a value.
import type { BookingColumn, BookingReason } from '#contract/booking/import.ts';
import { serviceRules } from '#contract/booking/services.ts';
import { folded } from '#contract/lib/folded.ts';
import { plainLine } from '#contract/lib/typed.ts';
import { readConsent } from '#server/customers/import/stated-consent.ts';
import { totalRows } from '#server/customers/import/total-rows.ts';
import { minutesIn, priceIn } from './read-times.ts';
import { cellsBy, namesIn, serviceNameOf } from './row-cells.ts';
import type { Sheet } from './sheet.ts';

export interface ImportedService {
  line: number;
  externalId: string;
  name: string;
  category: string;
  minutes: number;
  price: number;
  description: string;
  bufferBefore: number;
  bufferAfter: number;
  /** The names of the people who do it; empty where the file names none. */
  people: string[];
}

/** A row that is left out, or comes without a value. */
export interface RowProblem {
  line: number;
  isLeftOut: boolean;
  reasons: BookingReason[];
  cells: string[];
}

/** Minutes of a service without a length. */
export const usualMinutes = 30;
/** The limits of the contract. */
export const maxServiceName = 100;
const maxCategory = 60;
const maxDescription = 1_000;

export function readServiceRows(
  { rows, titles }: Sheet,
  fields: readonly BookingColumn[],
): { services: ImportedService[]; problems: RowProblem[] } {
  const services: ImportedService[] = [];
  const problems: RowProblem[] = [];
  const seen = new Set<string>();
  const cellsOf = cellsBy(fields);
  const isTotal = totalRows(rows);
  const isOver = overReader(titles, fields);
  let category = '';
  for (const row of rows) {
    const { line, cells } = row;
    const leaveOut = (reason: BookingReason) => problems.push({ line, isLeftOut: true, reasons: [reason], cells });
    if (row.isBroken) {
      leaveOut('broken');
      continue;
    }
    if (isTotal(row)) {
      leaveOut('total');
      continue;
    }
    const cell = cellsOf(row);
    // A price list has categories as rows of their own.
    const given = cells.filter(Boolean);
    if (given.length === 1 && cell('service') && !fields.includes('category')) {
      category = plainLine(cell('service'));
      continue;
    }
    const name = serviceNameOf(cell);
    const reasons: BookingReason[] = [];
    if (!name) leaveOut('noService');
    else if (isGoods(cell('type'), cell('minutes'))) leaveOut('goods');
    else if (isOver(cells)) leaveOut('notOffered');
    else if (name.length > maxServiceName) leaveOut('serviceLong');
    else {
      const minutes = lengthIn(cell('minutes'));
      if (minutes === undefined) reasons.push('minutes');
      const price = priceIn(cell('price'));
      if (price === undefined && /[\p{L}\d]/u.test(cell('price'))) reasons.push('price');
      const service: ImportedService = {
        line,
        name,
        category: (plainLine(cell('category')) || category).slice(0, maxCategory).trim(),
        minutes: minutes ?? usualMinutes,
        price: price ?? 0,
        description: cell('description').slice(0, maxDescription),
        bufferBefore: bufferIn(cell('bufferBefore')),
        bufferAfter: bufferIn(cell('bufferAfter')),
        people: namesIn(cell('person')),
        externalId: '',
      };
      const natural = folded(`${service.category}\n${name}`);
      // Some programs number the service, and each variation is one of its own here.
      const isNumbered = cell('id') && !(cell('variation') && seen.has(`id ${cell('id')}`));
      service.externalId = (isNumbered ? cell('id') : [cell('id'), natural].filter(Boolean).join('\n')).slice(0, 300);
      if (seen.has(natural) || seen.has(`id ${service.externalId}`)) leaveOut('repeated');
      else {
        services.push(service);
        if (reasons.length) problems.push({ line, isLeftOut: false, reasons, cells });
      }
      seen.add(natural);
      if (cell('id')) seen.add(`id ${service.externalId}`);
    }
  }
  return { services, problems };
}

const asService =
  /service|appointment|class|treatment|leistung|behandl|termin|kurs|prestation|soin|cita|tratam|pakalpoj|paslaug|uslug|servizi|tjanst|ydelse|palvelu|teenus|sluzb|услуг|послуг/;
const asGoods =
  /physical|regular|product|goods?\b|retail|merch|food|beverage|digital|donation|gift|event|membership|artikel|ware\b|produ[ck]?t|produit|prodott|prece|preke|товар|zbozi|vara\b|tuote|kaup/;

/** Catalogues hold products, too: they have a type that says so, and no length. */
function isGoods(type: string, minutes: string): boolean {
  const text = folded(type);
  return !asService.test(text) && asGoods.test(text) && !minutesIn(minutes);
}

const archived = /archiv|inactive|inaktiv|inactif|inactiv|neaktiv|disabled|deaktiv|deleted|gelosch|retired|hidden/;

/** Returns a function that says whether a service is not offered any more: `Archived` says yes, or `Active` no. */
function overReader(titles: readonly string[], fields: readonly BookingColumn[]) {
  const columns = fields.flatMap((field, column) => (field === 'status' ? [column] : []));
  return (cells: readonly string[]): boolean =>
    columns.some((column) => {
      const [title, value] = [folded(titles[column] ?? ''), folded(cells[column] ?? '')];
      const stated = readConsent(value);
      if (stated) return archived.test(title) ? stated === 'given' : stated !== 'given';
      return archived.test(value);
    });
}

/** Minutes that a service can have. */
export function lengthIn(text: string): number | undefined {
  const minutes = minutesIn(text);
  return minutes !== undefined && serviceRules.minutes.safeParse(minutes).success ? minutes : undefined;
}

/** Programs say behind it what it is: `50m processing time after`. */
function bufferIn(text: string): number {
  const [length = ''] = /^\s*(?:\d{1,2}\s?h(?:\s|$))?\s*(?:\d{1,3}\s?m(?:in)?\b)?/.exec(text) ?? [];
  return serviceRules.buffer.safeParse(minutesIn(text) ?? minutesIn(length)).data ?? 0;
}
