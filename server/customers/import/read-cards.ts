// Reads vCards as rows of a table: 4.0 (RFC 6350), 3.0 (RFC 2426) and 2.1 (Versit, 1996), whose values have encodings
// and character sets of their own. A line that cannot be read costs no other.
import iconv from 'iconv-lite';
import type { ImportField } from '#contract/customers/import.ts';
import { isText } from './decode.ts';
import type { FileRow } from './file-row.ts';

export interface CardTable {
  titles: string[];
  fields: ImportField[];
  rows: FileRow[];
}

/** The columns: the preferred number and address first. */
const columns = [
  ['Name', 'name'],
  ['First name', 'firstName'],
  ['Last name', 'lastName'],
  ['E-mail', 'eMail'],
  ['E-mail 2', 'eMail'],
  ['Phone', 'phoneNumber'],
  ['Phone 2', 'phoneNumber'],
  ['Phone 3', 'phoneNumber'],
  ['Birthday', 'birthday'],
  ['Language', 'language'],
  ['Tags', 'tags'],
  ['Notes', 'notes'],
] as const satisfies [string, ImportField][];

/** Of the name and the parameters of a line. */
const maxParams = 1_000;

interface Property {
  /** Of Apple, such as `item1`: its properties belong together. */
  group: string;
  name: string;
  /** Upper case, without `TYPE=`. */
  types: string[];
  params: Map<string, string>;
  value: string;
}

/** `charset` is that of values that name none. */
export function readCards(bytes: Buffer, charset: string): CardTable {
  const cards: { line: number; properties: Property[] }[] = [];
  const rows: FileRow[] = [];
  let card: { line: number; properties: Property[]; depth: number } | undefined;
  for (const { line, text } of unfolded(bytes)) {
    if (/^BEGIN\s*:\s*VCARD\s*$/i.test(text)) {
      // A card within a card (AGENT of 2.1) is of another person.
      if (card) card.depth++;
      else card = { line, properties: [], depth: 0 };
    } else if (card && /^END\s*:\s*VCARD\s*$/i.test(text)) {
      if (card.depth > 0) card.depth--;
      else {
        cards.push(card);
        card = undefined;
      }
    } else if (card?.depth === 0) {
      const property = propertyIn(text, charset);
      if (property) card.properties.push(property);
    }
  }
  if (card) rows.push({ line: card.line, cells: ['BEGIN:VCARD'], isBroken: true });
  const lists = listsIn(cards.map(({ properties }) => properties));
  for (const { line, properties } of cards) if (!isList(properties)) rows.push(rowOf(line, properties, lists));
  return {
    titles: columns.map(([title]) => title),
    fields: columns.map(([, field]) => field),
    rows: rows.toSorted((a, b) => a.line - b.line),
  };
}

/** A card can be a list of others: their tag. */
function isList(properties: readonly Property[]): boolean {
  return properties.some(
    ({ name, value }) => /^(X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && /^group$/i.test(value.trim()),
  );
}

/** The names of the lists by the ids of their members. */
function listsIn(cards: readonly (readonly Property[])[]): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  for (const properties of cards.filter(isList)) {
    const name = unescaped(properties.find((one) => one.name === 'FN')?.value ?? '');
    for (const { name: key, value } of properties) {
      if (!key.endsWith('MEMBER')) continue;
      const names = lists.get(idOf(value)) ?? [];
      lists.set(idOf(value), [...names, name]);
    }
  }
  return lists;
}

const idOf = (value: string) => value.trim().replace(/^urn:uuid:/i, '');

/** Each logical line, where each character stands for a byte. */
function* unfolded(bytes: Buffer): Generator<{ line: number; text: string }> {
  const lines = bytes
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    const parts = [lines[at] ?? ''];
    const isQuoted = /^[^:]*;\s*(ENCODING=)?QUOTED-PRINTABLE\b/i.test(parts[0] ?? '');
    while (at + 1 < lines.length) {
      const next = lines[at + 1] ?? '';
      const last = parts.at(-1) ?? '';
      if (isQuoted && last.endsWith('=')) {
        parts[parts.length - 1] = last.slice(0, -1);
        parts.push(next);
      } else if (/^[ \t]/.test(next) && !(isQuoted && next.trim() === '')) parts.push(next.slice(1));
      else break;
      at++;
    }
    yield { line, text: parts.join('') };
  }
}

function propertyIn(text: string, charset: string): Property | undefined {
  const [head, value] = splitHead(text);
  if (head === undefined || value === undefined) return undefined;
  if (head.length > maxParams) return undefined;
  const [path = '', ...rest] = head.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const params = new Map<string, string>();
  const types: string[] = [];
  for (const param of rest) {
    const [key = '', given] = param.split(/=(.*)/s);
    if (given === undefined) types.push(key.trim().toUpperCase());
    else if (/^type$/i.test(key.trim())) types.push(...given.replaceAll('"', '').toUpperCase().split(','));
    else params.set(key.trim().toUpperCase(), given.replaceAll('"', ''));
  }
  const encoding = (
    params.get('ENCODING') ??
    types.find((type) => /^(QUOTED-PRINTABLE|BASE64)$/.test(type)) ??
    ''
  ).toUpperCase();
  // Pictures and keys.
  if (encoding === 'BASE64' || encoding === 'B') return undefined;
  const raw = encoding === 'QUOTED-PRINTABLE' ? unquoted(value) : value;
  const own = params.get('CHARSET');
  const decoded = iconv.decode(Buffer.from(raw, 'latin1'), own && isText(own) ? own : charset);
  const [, group = '', name = ''] = /^(?:(.*)\.)?([^.]*)$/.exec(path) ?? [];
  return { group, name: name.trim().toUpperCase(), types, params, value: decoded };
}

/** The part before the first colon outside of quotes, and the value. */
function splitHead(text: string): [string | undefined, string | undefined] {
  const [, head, value] = /^((?:[^":]|"[^"]*")+):(.*)$/s.exec(text) ?? [];
  return [head, value];
}

function unquoted(value: string): string {
  return value.replaceAll(/=([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Without escapes; `separator` splits where it is not escaped. A part of a name can have several values. */
function partsOf(value: string, separator: ';' | ','): string[] {
  const parts = value.match(separator === ';' ? /(?:\\.|[^\\;])+|(?<=^|;)(?=;|$)/gs : /(?:\\.|[^\\,])+/gs) ?? [];
  return parts.map((part) => unescaped(separator === ';' ? part.replaceAll(/(?<!\\),/g, ' ') : part));
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\([nN\\,;:])/g, (_, letter) => (/n/i.test(letter) ? '\n' : letter))
    .replaceAll(/\r\n?/g, '\n')
    .trim();
}

function rowOf(line: number, properties: readonly Property[], lists: ReadonlyMap<string, string[]>): FileRow {
  const all = (name: string) => properties.filter((property) => property.name === name && property.value.trim());
  const text = (name: string) => unescaped(all(name)[0]?.value ?? '');
  const labels = new Map(all('X-ABLABEL').map(({ group, value }) => [group, value.toUpperCase()]));
  // The kind of a number stands in its types, or in a label beside it.
  const kind = ({ group, types }: Property) => [...types, (group && labels.get(group)) || ''].join(' ');
  const [family = '', given = '', further = ''] = partsOf(all('N')[0]?.value ?? '', ';');
  const first = `${given} ${further}`.trim();
  const isHalf = first !== '' || family !== '';
  const name = isHalf ? '' : text('FN') || text('NICKNAME') || partsOf(all('ORG')[0]?.value ?? '', ';').join(' ');
  const addresses = ranked(all('EMAIL'), (one) => (/PREF/.test(kind(one)) ? 1 : 0));
  const phones = ranked(
    all('TEL').filter((one) => !/FAX|PAGER|MODEM|TEXTPHONE/.test(kind(one))),
    (one) => (/CELL|IPHONE|MOBILE?\b|HANDY/.test(kind(one)) ? 2 : 0) + (/PREF/.test(kind(one)) ? 1 : 0),
  ).map((phone) => phone.replace(/^tel:/i, '').replace(/;ext=/i, ' ext. '));
  const tags = all('CATEGORIES').flatMap(({ value }) => partsOf(value, ','));
  const cells = [
    ...[name, first, family],
    ...[addresses[0] ?? '', addresses.slice(1).join(', ')],
    ...[phones[0] ?? '', phones[1] ?? '', phones.slice(2).join(', ')],
    birthdayOf(all('BDAY')[0]),
    text('LANG').slice(0, 2),
    [...tags, ...(lists.get(idOf(text('UID'))) ?? [])].join(', '),
    all('NOTE')
      .map(({ value }) => unescaped(value))
      .join('\n'),
  ];
  return { line, cells };
}

/** The values, those of a higher rank or preference first. */
function ranked(properties: readonly Property[], rank: (property: Property) => number): string[] {
  // `PREF=1` is the most preferred of 100.
  const preference = ({ params }: Property) => (params.has('PREF') ? 1 - Number(params.get('PREF')) / 200 : 0);
  return [...properties]
    .sort((a, b) => rank(b) + preference(b) - rank(a) - preference(a))
    .map(({ value }) => unescaped(value));
}

/** Without the year that Apple writes where it is unknown. */
function birthdayOf(property: Property | undefined): string {
  if (!property) return '';
  const omitted = property.params.get('X-APPLE-OMIT-YEAR');
  const value = property.value.trim();
  return omitted && value.startsWith(omitted)
    ? `--${value.slice(omitted.length).replaceAll('-', '').slice(0, 4)}`
    : value;
}
