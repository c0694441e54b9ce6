// Converts the rows of a file into contacts, or into the reasons why one is left out or lacks a value.
import type { CountryCode } from 'libphonenumber-js/min';
import type { z } from 'zod';
import { contactFields, type ImportedField, importedFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import {
  type DayOrder,
  type ImportAnswer,
  type ImportField,
  type ImportReason,
  maxImportRows,
} from '#contract/customers/import.ts';
import { eMail } from '#contract/lib/fields.ts';
import { folded } from '#contract/lib/folded.ts';
import { plainLine } from '#contract/lib/typed.ts';
import { labelOf } from '#server/lib/grid/labels.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { birthdayIn } from './birthdays.ts';
import { disarmed } from './disarmed.ts';
import type { FileRow } from './file-row.ts';
import { birthPartOf, isCompany, isLastNameFirst, isMobile, rankInName } from './headings.ts';
import { phonesIn, splitNumber } from './phone-cells.ts';
import type { ReadFile } from './read-file.ts';
import { leastOf, readConsent, type StatedConsent, saysYes } from './stated-consent.ts';
import { fieldOfHeading } from './suggest-fields.ts';
import { totalRows } from './total-rows.ts';

/** The values of a row; empty, or null where a customer can have none. */
export type ImportedValues = {
  [F in ImportedField]: null extends z.output<(typeof contactFields)[F]> ? string | null : string;
};

export interface ImportedContact extends ImportedValues {
  line: number;
  tags: string[];
  /** Undefined where the file says nothing. */
  emailConsent: StatedConsent | undefined;
  smsConsent: StatedConsent | undefined;
  nameKey: string;
  eMailKey: string;
  phoneKey: string;
}

type Problem = ImportAnswer['problems'][number];

export interface ReadingOptions {
  fields: readonly ImportField[];
  country: CountryCode | undefined;
  dayOrder: DayOrder;
  /** Of the labels in notes. */
  language: string;
  /** `YYYY-MM-DD`. */
  today: string;
}

/** Throws 417 with Key `File` when there are too many rows. */
export function readRows(
  file: ReadFile,
  options: ReadingOptions,
): { contacts: ImportedContact[]; problems: Problem[] } {
  if (file.rows.length > maxImportRows) throw invalid('File', 'customers.importLong', { max: maxImportRows });
  const contacts: ImportedContact[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const reader = contactReader(file, options);
  const isTotal = file.format === 'vcard' ? () => false : totalRows(file.rows);
  for (const row of file.rows) {
    const { contact, reasons }: Reading = isTotal(row) ? { reasons: ['total'] } : reader(row);
    const isLeftOut = !contact || isRepeated(contact, seen);
    if (contact && !isLeftOut) contacts.push(contact);
    else if (contact) reasons.unshift('repeated');
    if (isLeftOut || reasons.length) {
      problems.push({ line: row.line, isLeftOut, reasons, cells: row.cells.map((cell) => cell.slice(0, maxCell)) });
    }
  }
  return { contacts, problems };
}

/** Of a cell in the report. */
const maxCell = 4_000;

/** The same person twice in the file: with the same e-mail or number, or without either. */
function isRepeated({ nameKey, eMailKey, phoneKey }: ImportedContact, seen: Set<string>): boolean {
  const keys = [eMailKey && `${nameKey}\n${eMailKey}`, phoneKey && `${nameKey}\n${phoneKey}`].filter(Boolean);
  if (keys.length === 0) keys.push(nameKey);
  const isKnown = keys.some((key) => seen.has(key));
  for (const key of keys) seen.add(key);
  return isKnown;
}

interface Reading {
  /** Undefined where the row is left out. */
  contact?: ImportedContact;
  reasons: ImportReason[];
}

/** Reads the customer of one row. */
export function contactReader(
  file: Pick<ReadFile, 'titles' | 'rows'>,
  { fields, country, dayOrder, language, today }: ReadingOptions,
) {
  const columns = new Map<ImportField, number[]>();
  for (const [index, field] of fields.entries()) columns.set(field, [...(columns.get(field) ?? []), index]);
  const inName = (column: number) => rankInName(file.titles[column] ?? '');
  for (const field of ['firstName', 'lastName'] as const) columns.get(field)?.sort((a, b) => inName(a) - inName(b));
  const getsSms = (column: number) => {
    const title = file.titles[column] ?? '';
    // Shops have the number of an address beside that of the customer.
    return Number(isMobile(title)) - Number(/address|adress/i.test(title));
  };
  const phoneColumns = [...(columns.get('phoneNumber') ?? [])].sort((a, b) => getsSms(b) - getsSms(a));

  const [nameColumn = -1] = columns.get('name') ?? [];
  const isTold = isLastNameFirst(file.titles[nameColumn] ?? '');
  const wholeName = isTold || isLastFirst(file, nameColumn) ? firstNameFirst(isTold) : (name: string) => name;
  const company = file.titles.findIndex((title, column) => fields[column] === 'skip' && isCompany(title));
  const companyOf = (cells: readonly string[]) => disarmed(cells[company] ?? '');

  const birthText = birthInParts(file.titles, columns.get('birthday')?.[0]);

  const labels = {
    eMail: labelOf(companyContacts, 'eMail', language),
    phoneNumber: labelOf(companyContacts, 'phoneNumber', language),
  };

  return (row: FileRow): Reading => {
    if (row.isBroken) return { reasons: ['broken'] };
    const at = (column: number) => disarmed(row.cells[column] ?? '');
    const cells = (field: ImportField) => (columns.get(field) ?? []).map(at).filter(Boolean);
    const values = (field: ImportField) => cells(field).filter((cell) => !isNothing(cell));
    const cell = (field: ImportField) => cells(field)[0] ?? '';
    const reasons: ImportReason[] = [];
    const addresses = addressesIn(values('eMail'));
    const { name: written, number } = splitNumber(
      cell('name') || [...cells('firstName'), ...cells('lastName')].join(' ') || companyOf(row.cells),
    );
    const given = cell('name') ? wholeName(written) : written;
    const phones = phonesIn(
      [
        ...sortedPhones(row, phoneColumns, file.titles)
          .map(at)
          .filter((cell) => !isNothing(cell)),
        ...(number ? [number] : []),
      ],
      country,
    );
    const [address = ''] = addresses.valid;
    const [phoneNumber = ''] = phones.numbers;
    const name = plainLine(given || address || phoneNumber);
    if (addresses.isBroken) reasons.push('eMail');
    if (phones.isRounded) reasons.push('phoneRounded');
    if (phones.isBroken) reasons.push('phoneNumber');
    if (!name) return { reasons: reasons.length ? reasons : ['noName'] };
    if (name.length > maxName) return { reasons: ['nameLong'] };
    // No message would reach the customer: the row is corrected and imported again. A rounded number cannot be.
    if ((addresses.isBroken || phones.isBroken) && !address && !phoneNumber) return { reasons };
    if (phones.isRounded && !given) return { reasons };
    const birthday = birthdayIn(birthText(row.cells) ?? values('birthday')[0] ?? '', dayOrder, today);
    if (birthday === undefined) reasons.push('birthday');
    const asWritten = importedFields.map((field) => [field, acceptedValue(field, cell(field))]);
    const isYes = (column: number) => saysYes(at(column));
    const blockedBy = (columns.get('blocked') ?? []).filter(isYes);
    const isBlocked = blockedBy.length > 0;
    const consentTo = (channel: 'email' | 'sms') =>
      isBlocked || (columns.get(`${channel}Refused`) ?? []).some(isYes)
        ? 'withdrawn'
        : leastOf(cells(`${channel}Consent`).map(readConsent));
    const notes = [
      ...(columns.get('notes') ?? []).map((column) => noteOf(at(column), file.titles[column] ?? '')),
      ...labelled(labels.eMail, addresses.valid.slice(1)),
      ...labelled(labels.phoneNumber, [...phones.numbers.slice(1), ...phones.extended]),
    ];
    const contact: ImportedContact = {
      ...(Object.fromEntries(asWritten) as ImportedValues),
      line: row.line,
      name,
      eMail: address,
      phoneNumber,
      language: languageOf(cell('language')),
      birthday: birthday ?? null,
      notes: notes.filter(Boolean).join('\n').slice(0, maxNotes),
      tags: tagsIn([...cells('tags'), isBlocked ? titleOf(file, blockedBy) : ''].join(',')),
      emailConsent: consentTo('email'),
      smsConsent: consentTo('sms'),
      nameKey: folded(name),
      eMailKey: address.toLowerCase(),
      phoneKey: phones.keys[0] ?? '',
    };
    return { contact, reasons };
  };
}

/** Programs write the year, the month and the day of a birthday into columns of their own. */
function birthInParts(titles: readonly string[], chosen: number | undefined) {
  const parts = titles.map(birthPartOf);
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => parts.indexOf(part));
  if (year === undefined || month === undefined || day === undefined || month < 0 || day !== chosen)
    return () => undefined;
  return (cells: readonly string[]): string | undefined => {
    const [y, m, d] = [year, month, day].map((column) => (cells[column] ?? '').trim());
    if (!m || !d || !/^\d{1,2}$/.test(m) || !/^\d{1,2}$/.test(d)) return undefined;
    return y ? `${y}-${m}-${d}` : `--${m.padStart(2, '0')}${d.padStart(2, '0')}`;
  };
}

/** Rows whose names are looked at. */
const maxRead = 500;

/** Whether most of the names of a column are written "Berg, Anna". */
function isLastFirst({ rows }: Pick<ReadFile, 'rows'>, column: number): boolean {
  const names = rows.slice(0, maxRead).flatMap(({ cells }) => cells[column] || []);
  return names.length > 1 && names.filter((name) => lastFirst.test(name)).length > names.length * 0.7;
}

const lastFirst = /^([^,]{1,100}),\s*([^,\d]{1,100})$/;

/** Where the heading says the order (`isTold`), also of two words without a comma. */
function firstNameFirst(isTold: boolean) {
  return (name: string): string => name.replace(isTold && !name.includes(',') ? /^(\S+)\s+(\S+)$/ : lastFirst, '$2 $1');
}

/** Programs write the kind of a number into the column before it: mobile ones first, no fax. */
function sortedPhones(row: FileRow, columns: readonly number[], titles: readonly string[]): number[] {
  const kindOfTable = (column: number) =>
    /label|type/i.test(titles[column - 1] ?? '') ? folded(row.cells[column - 1] ?? '') : '';
  const rank = (column: number) => (/mobil|cell|handy|movil/.test(kindOfTable(column)) ? 1 : 0);
  return columns.filter((column) => !/fax|pager/.test(kindOfTable(column))).sort((a, b) => rank(b) - rank(a));
}

function titleOf(file: Pick<ReadFile, 'titles'>, columns: readonly number[] | undefined): string {
  return file.titles[columns?.[0] ?? -1] || 'Blocked';
}

function labelled(label: string, values: readonly string[]): string[] {
  return values.map((value) => `${label}: ${value}`);
}

/** A column of something else that was chosen as notes keeps its heading. */
function noteOf(value: string, title: string): string {
  return !value || !title || fieldOfHeading(title) === 'notes' ? value : `${title}: ${value}`;
}

/** A value that its field does not accept is left out. */
function acceptedValue(field: ImportedField, cell: string): unknown {
  return (cell && contactFields[field].safeParse(cell).data) || noValues.get(field);
}

const noValues = new Map(
  importedFields.map((field) => [field, contactFields[field].safeParse(null).data === null ? null : ''] as const),
);

/** The limits of the contract. */
const maxName = 100;
const maxNotes = 4_000;
const maxTag = 40;
const maxTags = 30;

/** Words that programs and people write where there is no value. */
const nothing =
  /^(\P{L}*|\\n|0+|n\/?a|null|nil|none?|no|unknown|undefined|not (set|given|provided|available)|no (e-?mail|phone|number)|keine?[rs]?|nicht angegeben|unbekannt|aucune?|inconnue?|ninguno|no tiene|sin (correo|email|telefono)|nav|nezinams?|nera|nezinoma(s)?|nessuno|brak|geen|onbekend|neni|zadn[ye]|nincs|нет|не указан)$/u;

function isNothing(cell: string): boolean {
  return cell.length <= 30 && !/[1-9@]/.test(cell) && nothing.test(folded(cell));
}

/** The addresses in cells, each once: those of `Anna Berg <anna@example.org>`, and several with marks between them. */
function addressesIn(cells: readonly string[]): { valid: string[]; isBroken: boolean } {
  const valid = new Map<string, string>();
  let isBroken = false;
  for (const cell of cells.map(short)) {
    const plain = cell.replaceAll(/ ?(?:@|[[(]at[\])]) ?/gi, '@').replaceAll(/ ?\([^()@]*\)/g, '');
    const named = [...plain.matchAll(/<([^<>\s@]+@[^<>\s@]+)>/g)].map(([, address = '']) => address);
    const texts = named.length ? named : plain.split(/ ?(?:[;,|]|:::|\/) ?| (?=\S+@)/).filter(Boolean);
    for (const text of texts) {
      const address = eMail.safeParse(text.replace(/^['"<]+|['">.]+$/g, '')).data;
      if (address === undefined) isBroken = true;
      else if (!valid.has(address.toLowerCase())) valid.set(address.toLowerCase(), address);
    }
  }
  return { valid: [...valid.values()], isBroken };
}

/** On one line, each run of white space as one space. */
function short(cell: string): string {
  return cell.slice(0, maxCell).replaceAll(/\s+/g, ' ');
}

function tagsIn(cell: string): string[] {
  const tags = short(cell)
    .split(/ ?(?:[;,|]|:::) ?/)
    .map((tag) =>
      tag
        .replace(/^\*\s*|^["']+|["']+$/g, '')
        .trim()
        .slice(0, maxTag),
    )
    // Google has every contact in a group of its own.
    .filter((tag) => tag && tag !== 'myContacts');
  return [...new Map(tags.map((tag) => [folded(tag), tag])).values()].slice(0, maxTags);
}

let named: Map<string, string> | undefined;

/** Languages of the product by their names in each of these. */
function languageNames(): Map<string, string> {
  named ??= new Map(
    languageKeys.flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: 'language' });
      return languageKeys.map((key) => [folded(names.of(key) ?? key), key] as const);
    }),
  );
  return named;
}

/** `de`, `de-AT` or the name of a language; empty for languages that the product does not speak. */
function languageOf(cell: string): string {
  const given = folded(cell);
  if (!given) return '';
  const byKey = languageKeys.find((key) => given === key || given.startsWith(`${key}-`) || given.startsWith(`${key}_`));
  if (byKey) return byKey;
  return languageNames().get(given) ?? '';
}
