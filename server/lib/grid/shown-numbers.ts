// Reads numbers as lists show them in the reader's language: `1,234.50`, `€40`, `12 kB`, `1,5 Min.`
import { type RawBuilder, sql } from 'kysely';
import { folded } from '#contract/lib/folded.ts';

/** Kinds of field that lists show as numbers, some with a unit. */
const kinds = ['number', 'money', 'bytes', 'duration'];

export function isShownNumber(kind: string): boolean {
  return kinds.includes(kind);
}

/** Text behind a comma that continues a number in a search: `1,234`, `12,5 kB`; no time of day. */
export const continuesNumber = /^\d{1,3}(?![\d:])/;

/** The condition that a number is shown with this word: as its figures or its unit; undefined for other words. */
export function showsWord(
  at: RawBuilder<unknown>,
  kind: string,
  word: string,
  language: string,
): RawBuilder<unknown> | undefined {
  if (isUnit(word, kind, language)) {
    const size = kind === 'bytes' ? byteUnits(language).findIndex((names) => names.has(bare(word))) : -1;
    return size < 0 ? sql`${at} is not null` : within(at, size === 0 ? 0 : 1000 ** size, 1000 ** (size + 1));
  }
  const figures = digitsOf(word, language);
  if (figures === undefined) return undefined;
  const number = Number(figures);
  switch (kind) {
    case 'bytes':
      return sql`(${sql.join(
        byteRanges(number).map(([from, to]) => within(at, from, to)),
        sql` or `,
      )})`;
    case 'duration':
      return within(at, (number - 0.05) * 60, (number + 0.05) * 60);
    default:
      return sql`${at} = ${number}::numeric`;
  }
}

function within(at: RawBuilder<unknown>, from: number, to: number): RawBuilder<unknown> {
  return sql`(${at} >= ${from}::float8 and ${at} < ${to}::float8)`;
}

/** The sizes that are shown by this number in each unit, of which three digits are shown. */
function byteRanges(number: number): [from: number, to: number][] {
  const step = 10 ** (Math.floor(Math.log10(Math.max(1, number))) - 2);
  return Array.from({ length: 5 }, (_, size): [number, number] => {
    const unit = 1000 ** size;
    return size === 0 ? [number, number + 1] : [(number - step / 2) * unit, (number + step / 2) * unit];
  });
}

function isUnit(word: string, kind: string, language: string): boolean {
  switch (kind) {
    case 'money':
      return word === '€';
    case 'bytes':
      return byteUnits(language).some((names) => names.has(bare(word)));
    case 'duration':
      return namesOf('minute', language).has(bare(word));
    default:
      return false;
  }
}

/** The figures of a word as SQL writes them; undefined for other words. */
export function digitsOf(word: string, language: string): string | undefined {
  const { group, decimal } = separatorsOf(language);
  const text = word.replace(/^€|€$/g, '').replace(/^[−-]/, '-');
  const groups = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(?=$|\\${decimal})`);
  const plain = text.replace(groups, (whole) => whole.replaceAll(group, '')).replace(decimal, '.');
  return /^-?\d{1,12}(\.\d{1,4})?$/.test(plain) ? plain : undefined;
}

const separators = new Map<string, { group: string; decimal: string }>();

/** Between groups of figures and before decimals, in a language. */
export function separatorsOf(language: string): { group: string; decimal: string } {
  const found = separators.get(language);
  if (found) return found;
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567.8);
  const separator = (name: string, standard: string) => parts.find(({ type }) => type === name)?.value ?? standard;
  const made = { group: separator('group', ','), decimal: separator('decimal', '.') };
  separators.set(language, made);
  return made;
}

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
const byteUnits = (language: string) => sizes.map((unit) => namesOf(unit, language));

const names = new Map<string, Set<string>>();

/** The folded names of a unit: those of one and of many. */
function namesOf(unit: string, language: string): Set<string> {
  const key = `${language} ${unit}`;
  const found = names.get(key);
  if (found) return found;
  const formats = (['short', 'long'] as const).map(
    (unitDisplay) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }),
  );
  const parts = formats.flatMap((format) => [1, 2, 7].flatMap((number) => format.formatToParts(number)));
  const made = new Set(parts.filter(({ type }) => type === 'unit').map(({ value }) => bare(folded(value))));
  names.set(key, made);
  return made;
}

const bare = (word: string) => word.replace(/\.$/, '');
