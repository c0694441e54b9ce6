// Reads the rows that the INSERT statements of a dump of MySQL or MariaDB hold. Nothing is executed.

interface Inserted {
  table: string;
  /** The line on which the row begins. */
  line: number;
  columns: string[];
  /** NULL is an empty text. */
  values: string[];
}

/** Tables of dumps have few columns. */
const maxColumns = 500;
/** Of a call of a function (characters). */
const maxCall = 10_000;

/** Statements that it does not understand give no rows. Each pattern reads a text of any length in one pass. */
export function* readInserts(text: string): Generator<Inserted> {
  const created = columnsOfTables(text);
  const lineAt = lineCounter(text);
  const statement =
    /\b(?:INSERT|REPLACE)\s+(?:(?:IGNORE|LOW_PRIORITY|DELAYED|HIGH_PRIORITY)\s+){0,3}INTO\s+(?:[`"[]?\w+[`"\]]?\.)?[`"[]?(\w+)[`"\]]?(?:\s*\(([^()]*)\))?\s*VALUES\s*/giy;
  const next = /\b(?:INSERT|REPLACE)\s/gi;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    statement.lastIndex = found.index;
    const [head, table = '', named] = statement.exec(text) ?? [];
    if (!head) continue;
    const columns = named ? namesIn(named) : (created.get(table) ?? []);
    let at = found.index + head.length;
    for (;;) {
      const tuple = tupleAt(text, at);
      if (!tuple) break;
      yield { table, line: lineAt(at), columns, values: tuple.values };
      at = skipSpace(text, tuple.end);
      if (text[at] !== ',') break;
      at = skipSpace(text, at + 1);
    }
    next.lastIndex = Math.max(at, next.lastIndex);
  }
}

function namesIn(list: string): string[] {
  return list.split(',', maxColumns).map((name) => name.trim().replace(/^[`"[]|[`"\]]$/g, ''));
}

/** Dumps may name the columns only where they create the table. */
function columnsOfTables(text: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const [, table = '', body = ''] of text.matchAll(
    /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?[`"[]?(\w+)[`"\]]?\s*\(([^;]{0,20000})/gi,
  )) {
    tables.set(
      table,
      [
        ...body.matchAll(
          /^[ \t]*(?!(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|FULLTEXT|CHECK)\s)[`"]?(\w+)[`"]?\s/gim,
        ),
      ]
        .slice(0, maxColumns)
        .map(([, name = '']) => name),
    );
  }
  return tables;
}

/** Lines are counted on, since rows follow each other. */
function lineCounter(text: string): (at: number) => number {
  let [line, counted] = [1, 0];
  return (at) => {
    for (; counted < at; counted++) if (text.charCodeAt(counted) === 10) line++;
    return line;
  };
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at++;
  return at;
}

const escaped: Record<string, string> = { n: '\n', r: '\r', t: '\t', '0': '', b: '', Z: '' };

/** A row in parentheses. */
function tupleAt(text: string, from: number): { values: string[]; end: number } | undefined {
  if (text[from] !== '(') return undefined;
  const values: string[] = [];
  let at = from + 1;
  for (;;) {
    at = skipSpace(text, at);
    const value = valueAt(text, at);
    if (!value || values.length >= maxColumns) return undefined;
    values.push(value.text);
    at = skipSpace(text, value.end);
    if (text[at] === ')') return { values, end: at + 1 };
    if (text[at] !== ',') return undefined;
    at++;
  }
}

/** A text, with the name of its encoding before it or in hexadecimal; a number; NULL; or a call, which has no value. */
function valueAt(text: string, from: number): { text: string; end: number } | undefined {
  if (text[from] === "'") return quotedAt(text, from);
  const prefix = /(?:_\w{1,20}|[NXB])\s?(?=')/iy;
  prefix.lastIndex = from;
  const [named] = prefix.exec(text) ?? [];
  const value = named === undefined ? plainAt(text, from) : quotedAt(text, from + named.length);
  if (!value) return undefined;
  const hex = /^x$/i.test(named ?? '') ? value.text : /^0x([\da-f]*)$/i.exec(value.text)?.[1];
  if (hex !== undefined) return { text: Buffer.from(hex, 'hex').toString(), end: value.end };
  return text[value.end] === '(' && named === undefined ? { text: '', end: endOfCall(text, value.end) } : value;
}

/** Behind the parentheses that begin here; texts within them are skipped. */
function endOfCall(text: string, from: number): number {
  let depth = 0;
  const last = Math.min(text.length, from + maxCall);
  for (let at = from; at < last; at++) {
    if (text[at] === "'") at = (quotedAt(text, at)?.end ?? last) - 1;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return last;
}

function quotedAt(text: string, from: number): { text: string; end: number } | undefined {
  const pieces: string[] = [];
  let at = from + 1;
  let begun = at;
  for (; at < text.length; at++) {
    const letter = text[at];
    if (letter === '\\') {
      const next = text[at + 1] ?? '';
      pieces.push(text.slice(begun, at), escaped[next] ?? next);
      at++;
      begun = at + 1;
    } else if (letter === "'" && text[at + 1] === "'") {
      pieces.push(text.slice(begun, at + 1));
      at++;
      begun = at + 1;
    } else if (letter === "'") {
      pieces.push(text.slice(begun, at));
      return { text: pieces.join(''), end: at + 1 };
    }
  }
  return undefined;
}

function plainAt(text: string, from: number): { text: string; end: number } | undefined {
  const plain = /[^\s,()']+/y;
  plain.lastIndex = from;
  const [value] = plain.exec(text) ?? [];
  if (value === undefined) return undefined;
  return { text: /^null$/i.test(value) ? '' : value, end: from + value.length };
}
