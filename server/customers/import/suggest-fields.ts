// Recognizes what the columns of a file hold: by their headings, then by their values.
import { type ImportedField, importedFields } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { ImportField } from '#contract/customers/import.ts';
import { folded } from '#contract/lib/folded.ts';
import { labelOf } from '#server/lib/grid/labels.ts';
import { languageKeys } from '#server/lib/i18n.ts';
import type { FileRow } from './file-row.ts';
import { fieldOfWords, isBirth, isRepeatable, isWholeName, plainHeading, rankInName } from './headings.ts';

/** The rows whose values are looked at. */
const maxRead = 500;

/** Names, birthdays and languages are held by one column. */
export function suggestFields(titles: readonly string[], rows: readonly FileRow[] = []): ImportField[] {
  const read = rows.filter(({ isBroken }) => !isBroken).slice(0, maxRead);
  const valuesOf = (column: number) => read.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);
  const taken = new Set<ImportField>();
  const hasBirth = titles.some(isBirth);
  // Addresses stand elsewhere: a column without any says something about them.
  const hasAddresses = titles.some(
    (title, column) => fieldOfHeading(title) === 'eMail' && areAddresses(valuesOf(column)),
  );
  const fields = titles.map((title, column): ImportField => {
    const found = fieldOf(title, taken);
    const values = valuesOf(column);
    const isOther =
      (found === 'birthday' && hasBirth && !isBirth(title)) ||
      (found === 'eMail' && hasAddresses && values.length > 0 && !areAddresses(values));
    const field = isOther ? 'skip' : isName(found) && areNumbers(values) ? 'notes' : found;
    // A middle name leaves the first name to another column.
    if (field !== 'skip' && !isRepeatable(field) && rankInName(title) === 0) taken.add(field);
    return field;
  });
  return completeNames(byValues(fields, titles, valuesOf), titles, valuesOf);
}

/** `skip` where the heading is unknown. */
export function fieldOfHeading(title: string): ImportField {
  return fieldOf(title, new Set());
}

/** How many of the headings are known: the line of headings has the most. */
export function countKnown(titles: readonly string[]): number {
  return titles.filter((title) => fieldOfHeading(title) !== 'skip').length;
}

const isName = (field: ImportField) => field === 'name' || field === 'firstName' || field === 'lastName';

function fieldOf(title: string, taken: ReadonlySet<ImportField>): ImportField {
  const plain = plainHeading(title);
  const isLabel = (field: ImportedField) => !taken.has(field) && isLabelOf(field, plain);
  return fieldOfWords(title, taken) ?? importedFields.find(isLabel) ?? 'skip';
}

const areAddresses = (values: readonly string[]) => values.some((value) => /@|\bat\b/i.test(value));

/** A column of numbers is no name: programs call their numbers of customers so. */
function areNumbers(values: readonly string[]): boolean {
  return values.length > 0 && values.filter((value) => /^[\d\s#./-]+$/.test(value)).length > values.length / 2;
}

/** Finds addresses, numbers and names by their values where no heading says them. */
function byValues(
  fields: ImportField[],
  titles: readonly string[],
  valuesOf: (column: number) => string[],
): ImportField[] {
  const found = [...fields];
  // In a language that is not known, values say what the headings do not.
  const isUnknown = fields.every((field) => field === 'skip');
  const most = (values: string[], pattern: RegExp) =>
    values.length > 0 && values.filter((value) => pattern.test(value)).length > values.length * 0.7;
  const fill = (field: ImportField, pattern: RegExp) => {
    if (found.some((one) => one === field || (field === 'name' && isName(one)))) return;
    // Of a heading that says something else, only an e-mail address is certain.
    const isUnread = isUnknown && (field === 'phoneNumber' || found.some((one) => one !== 'skip'));
    const isFree = (at: number) => field === 'eMail' || isUnread || !titles[at];
    const column = found.findIndex((one, at) => one === 'skip' && isFree(at) && most(valuesOf(at), pattern));
    if (column >= 0) found[column] = field;
  };
  fill('eMail', /^[^\s@]+@[^\s@]+\.[^\s@]+$/);
  fill('phoneNumber', /^(?=(?:\D*\d){7})[+(\d][\d\s()./-]+$/);
  // With a number behind it, perhaps.
  const name = /^\p{L}[\p{L}\s.,'’-]+(?:[\s(]\+?\d[\d ()./-]{5,25})?$/u;
  // Two columns of single words without headings are the two halves of a name.
  const words = found.flatMap((one, at) => (one === 'skip' && !titles[at] && most(valuesOf(at), name) ? [at] : []));
  const [first = -1, last = -1] = words;
  const areWords = [first, last].every((at) => most(valuesOf(at), /^\S+$/));
  if (last === first + 1 && areWords && !found.some(isName)) {
    found[first] = 'firstName';
    found[last] = 'lastName';
  }
  fill('name', name);
  return found;
}

/** "Name" beside "First name" is the last name, unless it holds the first name as well. */
function completeNames(
  fields: ImportField[],
  titles: readonly string[],
  valuesOf: (column: number) => string[],
): ImportField[] {
  // A middle name or second last name is no half of its own.
  const [full, first, last] = (['name', 'firstName', 'lastName'] as const).map((field) =>
    fields.findIndex((one, at) => one === field && rankInName(titles[at] ?? '') === 0),
  );
  const half = first === -1 ? last : last === -1 ? first : -1;
  if (full === undefined || half === undefined || full === -1 || half === -1) return fields;
  const halves = valuesOf(half).map(folded);
  const fulls = valuesOf(full).map(folded);
  const holding = fulls.filter((name) => halves.some((part) => name !== part && ` ${name} `.includes(` ${part} `)));
  if (isWholeName(titles[full] ?? '') || holding.length > fulls.length / 2) return fields;
  return fields.map((field, at) => (at === full ? (half === first ? 'lastName' : 'firstName') : field));
}

/** Whether an export of the product, in any of its languages, names the field so. */
function isLabelOf(field: ImportedField, plain: string): boolean {
  return labels().get(plain) === field;
}

let known: Map<string, ImportedField> | undefined;
function labels(): Map<string, ImportedField> {
  known ??= new Map(
    importedFields.flatMap((field) =>
      languageKeys.map((language) => [plainHeading(labelOf(companyContacts, field, language)), field] as const),
    ),
  );
  return known;
}
