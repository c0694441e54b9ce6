// Fills a template with values: the lines of a paper, with every value as text.
import { fixedEuroFormat } from '#contract/lib/money.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { localeOf } from '#server/lib/i18n.ts';
import { invalid } from '#server/lib/refusal.ts';
import { type PaperFields, type PaperKind, type PaperTypeKey, paperType, type StoredValues } from '../paper-types.ts';
import { cleanCode, cleanPrintedLine, cleanPrintedLines } from './clean-text.ts';
import { paperLimits } from './limits.ts';
import { type PaperLine, parseLine } from './line-forms.ts';
import { paperEngine } from './liquid.ts';
import { emptyMark, unprotect, valueMark } from './marks.ts';
import { parsePaperTemplate } from './parse-template.ts';

export interface TemplateFilling {
  template: string;
  typeKey: PaperTypeKey;
  values: StoredValues;
  language: string;
}

/**
 * Returns the lines of the paper. Throws 417 with all complaints about the template, or if a value is not of its kind
 * or the lists are too long.
 */
export async function fillTemplate({ template, typeKey, values, language }: TemplateFilling): Promise<PaperLine[]> {
  const parsed = await parsePaperTemplate(template, typeKey);
  const liquid = await paperEngine();
  const filled = String(liquid.renderSync(parsed, writeValues(typeKey, values, language), { globals: { language } }));
  const lines = filled.split('\n').filter((line) => !line.includes(emptyMark) || line.includes(valueMark));
  if (lines.length > paperLimits.printedLines) throw tooLong();
  return tidy(lines.map(readLine));
}

/** Values are out of reach of the forms until here; the check of the template has refused every problem. */
function readLine(source: string): PaperLine {
  const line = parseLine(source);
  if (line.form === 'problem') throw invalid('Template', line.code, line.params);
  if (line.form === 'qr') return { ...line, text: unprotect(line.text) };
  if (line.form !== 'text') return line;
  const { left, right } = line;
  return {
    ...line,
    left: { ...left, text: unprotect(left.text) },
    ...(right && { right: { ...right, text: unprotect(right.text) } }),
  };
}

/** Lines that were left out leave no rules or spaces behind. */
function tidy(lines: readonly PaperLine[]): PaperLine[] {
  const tidied: PaperLine[] = [];
  for (const line of lines) {
    if (line.form === 'rule') {
      while (tidied.at(-1)?.form === 'blank') tidied.pop();
      if (tidied.at(-1)?.form === 'rule') continue;
    }
    if (line.form === 'blank' && ['blank', 'rule', 'cut', undefined].includes(tidied.at(-1)?.form)) continue;
    tidied.push(line);
  }
  while (tidied.at(-1)?.form === 'blank') tidied.pop();
  return tidied;
}

/** All values of a type as they are printed, an empty text for those without content. */
function writeValues(key: PaperTypeKey, values: StoredValues, language: string): Record<string, unknown> {
  const { values: fields, lists } = paperType(key);
  const written: Record<string, unknown> = writeFields(fields, values, language);
  for (const [list, rowFields] of Object.entries(lists)) {
    const rows = values[list] ?? [];
    if (!Array.isArray(rows)) throw unfit(list, 'paper.problem.kind');
    if (rows.length > paperLimits.rows)
      throw invalid('Values', 'paper.problem.tooManyRows', { name: list, count: rows.length, max: paperLimits.rows });
    written[list] = rows.map((row: StoredValues) => writeFields(rowFields, row, language));
  }
  return written;
}

function writeFields(fields: PaperFields, values: StoredValues, language: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => {
      const value = Object.hasOwn(values, name) ? values[name] : null;
      return [
        name,
        value === null || value === undefined || value === '' ? '' : writeValue(name, kind, value, language),
      ];
    }),
  );
}

function writeValue(name: string, kind: PaperKind, value: unknown, language: string): string {
  const isMoney = kind === 'money';
  if (typeof value !== (isMoney ? 'number' : 'string')) throw unfit(name, 'paper.problem.kind');
  if (isMoney) {
    if (!Number.isFinite(value)) throw unfit(name, 'paper.problem.kind');
    return keepTogether(fixedEuroFormat(localeOf(language)).format(value as number));
  }
  const text = value as string;
  if (text.length > paperLimits.valueCharacters) throw tooLong();
  if (kind === 'text') return cleanPrintedLine(text);
  if (kind === 'lines') return cleanPrintedLines(text);
  if (kind === 'code') return cleanCode(text);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(`${text}T00:00:00Z`)))
    throw unfit(name, 'paper.problem.kind');
  const formatted = dateFormat(language, kind).format(new Date(`${text}T00:00:00Z`));
  return kind === 'date' ? keepTogether(formatted) : withAbbreviations(formatted);
}

/** An abbreviation stays with its number: `3 d.` in Lithuanian. */
const withAbbreviations = (text: string) => cleanPrintedLine(text).replaceAll(/(?<=\d) (?=\p{Ll}{1,2}\.)/gu, '\u00a0');

const keepTogether = (text: string) => cleanPrintedLine(text).replaceAll(' ', '\u00a0');

const tooLong = () => invalid('Values', 'paper.problem.paperTooLong', { max: paperLimits.printedLines });

const unfit = (name: string, code: MessageKey) => invalid('Values', code, { name });

const dateOptions = {
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  day: { dateStyle: 'full' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

// Creating a format costs more than the rest of a paper.
const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(language: string, kind: 'date' | 'day'): Intl.DateTimeFormat {
  const key = `${language} ${kind}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(localeOf(language), { ...dateOptions[kind], timeZone: 'UTC' });
    if (formats.size >= 100) formats.clear();
    formats.set(key, format);
  }
  return format;
}
