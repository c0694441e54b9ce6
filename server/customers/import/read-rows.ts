// Converts the rows of a file into contacts, or into the reason why one is left out.
import type { CountryCode } from 'libphonenumber-js/min';
import type { z } from 'zod';
import { contactFields, type ImportedField, importedFields } from '#contract/customers/contact-fields.ts';
import { type ImportAnswer, type ImportField, maxImportRows } from '#contract/customers/import.ts';
import { date, eMail, phone } from '#contract/lib/fields.ts';
import { folded } from '#contract/lib/folded.ts';
import { plainLine } from '#contract/lib/typed.ts';
import { phoneKeyOf } from '#server/customers/contacts/phone-key.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import type { FileRow } from './file-row.ts';
import type { ReadFile } from './read-file.ts';

/** The values of a row; empty, or null where a customer can have none. */
export type ImportedValues = {
  [F in ImportedField]: null extends z.output<(typeof contactFields)[F]> ? string | null : string;
};

export interface ImportedContact extends ImportedValues {
  line: number;
  tags: string[];
  /** Undefined where the file says nothing. */
  emailConsent: boolean | undefined;
  smsConsent: boolean | undefined;
  nameKey: string;
  eMailKey: string;
  phoneKey: string;
}

type LeftOut = ImportAnswer['leftOut'][number];

/** Throws 417 with Key `File` when there are too many rows. */
export function readRows(
  file: ReadFile,
  fields: readonly ImportField[],
  country: CountryCode | undefined,
): { contacts: ImportedContact[]; leftOut: LeftOut[] } {
  if (file.rows.length > maxImportRows) throw invalid('File', 'customers.importLong', { max: maxImportRows });
  const contacts: ImportedContact[] = [];
  const leftOut: LeftOut[] = [];
  const seen = new Set<string>();
  for (const row of file.rows) {
    const read = readRow(row, fields, country);
    const reason = typeof read === 'string' ? read : isRepeated(read, seen) ? 'repeated' : undefined;
    if (typeof read !== 'string' && !reason) contacts.push(read);
    else if (reason)
      leftOut.push({ line: row.line, reason, text: row.cells.filter(Boolean).join(' · ').slice(0, maxText) });
  }
  return { contacts, leftOut };
}

/** Of the text of a row in the report. */
const maxText = 300;

/** The same person twice in the file: with the same e-mail or number, or without either. */
function isRepeated({ nameKey, eMailKey, phoneKey }: ImportedContact, seen: Set<string>): boolean {
  const keys = [eMailKey && `${nameKey}\n${eMailKey}`, phoneKey && `${nameKey}\n${phoneKey}`].filter(Boolean);
  if (keys.length === 0) keys.push(nameKey);
  const isKnown = keys.some((key) => seen.has(key));
  for (const key of keys) seen.add(key);
  return isKnown;
}

function readRow(
  row: FileRow,
  fields: readonly ImportField[],
  country: CountryCode | undefined,
): ImportedContact | LeftOut['reason'] {
  if (row.isBroken) return 'broken';
  const cell = (field: ImportField) => disarmed(row.cells[fields.indexOf(field)] ?? '');
  const typedAddress = withoutName(firstOf(cell('eMail')));
  const typedPhone = firstOf(cell('phoneNumber'));
  const given = cell('name') || `${cell('firstName')} ${cell('lastName')}`.trim();
  const name = plainLine(given || typedAddress || typedPhone);
  if (!name) return 'noName';
  if (name.length > maxName) return 'nameLong';
  const address = typedAddress && eMail.safeParse(typedAddress).data;
  if (address === undefined) return 'eMail';
  const phoneNumber = typedPhone && phone.safeParse(typedPhone).data;
  if (phoneNumber === undefined) return 'phoneNumber';
  const birthday = cell('birthday') ? dayOf(cell('birthday')) : null;
  if (birthday === undefined) return 'birthday';
  const asWritten = importedFields.map((field) => [field, acceptedValue(contactFields[field], cell(field))]);
  return {
    ...(Object.fromEntries(asWritten) as ImportedValues),
    line: row.line,
    name,
    eMail: address,
    phoneNumber,
    language: languageOf(cell('language')),
    birthday,
    notes: cell('notes').slice(0, maxNotes),
    tags: tagsIn(cell('tags')),
    emailConsent: agreementOf(cell('emailConsent')),
    smsConsent: agreementOf(cell('smsConsent')),
    nameKey: folded(name),
    eMailKey: address.toLowerCase(),
    phoneKey: phoneKeyOf(phoneNumber, country),
  };
}

/** A value that its field does not accept is left out. */
function acceptedValue(field: z.ZodType, cell: string): unknown {
  const none = field.safeParse(null).data === null ? null : '';
  return field.safeParse(cell).data ?? none;
}

/** The limits of the contract. */
const maxName = 100;
const maxNotes = 4_000;
const maxTag = 40;
const maxTags = 30;

/** Without the mark by which our exports disarm formulas. */
function disarmed(cell: string): string {
  return cell.replace(/^'(?=[=+\-@])/, '').trim();
}

/** Programs write several addresses into one cell. */
function firstOf(cell: string): string {
  return cell.split(/\s*(?:[;,|]|:::)\s*/)[0]?.trim() ?? '';
}

/** The address of `Anna Berg <anna@example.org>`. */
function withoutName(address: string): string {
  return /<([^<>\s]+@[^<>\s]+)>$/.exec(address)?.[1] ?? address;
}

function tagsIn(cell: string): string[] {
  const tags = cell
    .split(/\s*(?:[;,|]|:::)\s*/)
    .map((tag) =>
      tag
        .replace(/^\*\s*/, '')
        .trim()
        .slice(0, maxTag),
    )
    .filter(Boolean);
  return [...new Map(tags.map((tag) => [folded(tag), tag])).values()].slice(0, maxTags);
}

/** `de`, `de-AT` or the name of a language; empty for languages that the product does not speak. */
function languageOf(cell: string): string {
  const given = folded(cell);
  if (!given) return '';
  const byKey = languageKeys.find((key) => given === key || given.startsWith(`${key}-`) || given.startsWith(`${key}_`));
  if (byKey) return byKey;
  const isNamed = (key: string) =>
    languageKeys.some(
      (language) => folded(new Intl.DisplayNames(language, { type: 'language' }).of(key) ?? '') === given,
    );
  return languageKeys.find(isNamed) ?? '';
}

/** `1985-03-07`, `07.03.1985`, `7/3/1985` (the day first unless that is no date), `19850307`; undefined for others. */
function dayOf(cell: string): string | undefined {
  const text = cell.replace(/T.*$/, '').trim();
  const [, y, m, d] = /^(\d{4})[-./]?(\d{1,2})[-./]?(\d{1,2})\.?$/.exec(text) ?? [];
  if (y && m && d) return validDay(y, m, d);
  const [, first, second, year] = /^(\d{1,2})[-./]\s*(\d{1,2})[-./]\s*(\d{4})\.?$/.exec(text) ?? [];
  return year && first && second ? (validDay(year, second, first) ?? validDay(year, first, second)) : undefined;
}

function validDay(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return date.safeParse(text).success ? text : undefined;
}

const yes = /^(1|x|y|yes|true|ja|j|oui|o|si|s|ja|taip|t|wahr|vrai|verdadero|given|opt-?in|subscribed)$/;
const no = /^(0|n|no|false|nein|non|ne|nee|falsch|faux|falso|withdrawn|opt-?out|unsubscribed)$/;

function agreementOf(cell: string): boolean | undefined {
  const given = folded(cell);
  if (yes.test(given)) return true;
  return no.test(given) ? false : undefined;
}
