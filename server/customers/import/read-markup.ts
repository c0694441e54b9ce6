// Reads the tables of HTML, and the sheets of XML (SpreadsheetML 2003): many programs write one of them, and call the
// file `.xls`.
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { maxImportColumns } from '#contract/customers/import.ts';
import type { FileSheet } from './choose-sheet.ts';

/** Beginnings of such a file: spreadsheets and reports write them with and without a head. */
const beginning =
  /^\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|meta|title|style|body|div|p|table|tr|\?xml|\?mso)\b/i;
const declaredCharset =
  /<meta[^>]{1,200}charset\s*=\s*["']?([\w-]{1,40})|^\s*<\?xml[^>]{1,200}encoding\s*=\s*["']([\w-]{1,40})/i;

/** Characters at the beginning of a file. */
const headLength = 8_000;
/** Tables within tables: mails and pages have them for their looks. */
const maxDepth = 50;

export const isMarkup = (text: string): boolean => beginning.test(text.slice(0, headLength));

/** The encoding that the file states, in the words of its author. */
export function charsetOfMarkup(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, headLength).toString('latin1');
  if (!isMarkup(head)) return undefined;
  const [, html, xml] = declaredCharset.exec(head) ?? [];
  return (html ?? xml)?.toLowerCase();
}

/**
 * Returns the tables with rows, those of a page by their length, for the others are there for its looks. They have no
 * names. A cell over several columns or rows stands in the first of them.
 */
export function readMarkup(text: string): FileSheet[] {
  const reader = new Tables(text);
  // Without the parser of the package: its stack makes deep nesting slow.
  const tokenizer = new Tokenizer({ xmlMode: reader.isXml, decodeEntities: true }, reader);
  tokenizer.write(text);
  tokenizer.end();
  const tables = reader.tables.filter(({ rows }) => rows.length > 0);
  return reader.isXml ? tables : tables.sort((a, b) => b.rows.length - a.rows.length);
}

interface OpenTable extends FileSheet {
  /** The line of the row, from 1. */
  line: number;
  cells: string[] | undefined;
  cell: { text: string; columns: number; rows: number } | undefined;
  /** Of each column, the rows below that a cell reaches into. */
  reaches: number[];
}

/** The names of the elements in SpreadsheetML, in those of HTML. */
const namesOfXml: Record<string, string> = { row: 'tr', cell: 'td' };
const breaks = new Set(['br', 'p', 'div', 'li']);
/** Other breaks of lines are those of the source, which are not seen. */
const lineBreak = '\u2028';

class Tables implements TokenizerCallbacks {
  readonly isXml: boolean;
  readonly tables: OpenTable[] = [];
  readonly #text: string;
  /** The tables that are open; the last one has the cells. */
  readonly #open: OpenTable[] = [];
  /** Tables within too many others. */
  #beyond = 0;
  #sheet = '';
  /** A comment on a cell is no part of it. */
  #isInComment = false;
  #name = '';
  #attribute = '';
  #attributes = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
    this.isXml = /^\s*<\?xml[\s\S]*?<(?:\w+:)?workbook\b/i.test(text.slice(0, headLength));
  }

  isInForeignContext(): boolean {
    return false;
  }

  ontext(start: number, end: number): void {
    this.#add(this.#text.slice(start, end));
  }

  ontextentity(code: number): void {
    this.#add(String.fromCodePoint(code));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.#add(this.#text.slice(start, end - endOffset));
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#nameIn(start, end);
    this.#attributes.clear();
  }

  onattribname(start: number, end: number): void {
    this.#attribute = this.#nameIn(start, end);
    this.#attributes.set(this.#attribute, '');
  }

  onattribdata(start: number, end: number): void {
    this.#setAttribute(this.#text.slice(start, end));
  }

  onattribentity(code: number): void {
    this.#setAttribute(String.fromCodePoint(code));
  }

  onopentagend(): void {
    const name = this.#name;
    if (name === 'table') this.#openTable();
    else if (name === 'worksheet') this.#sheet = this.#attributes.get('name') ?? '';
    else if (name === 'comment') this.#isInComment = true;
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell();
    else if (breaks.has(name)) this.#add(lineBreak);
  }

  onselfclosingtag(): void {
    this.onopentagend();
    if (this.isXml) this.#close(this.#name);
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#nameIn(start, end));
  }

  onattribend(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  onend(): void {
    while (this.#open.length > 0) this.#closeTable();
  }

  /** Without the prefix of a namespace. */
  #nameIn(start: number, end: number): string {
    const name = this.#text.slice(start, end).toLowerCase();
    if (!this.isXml) return name;
    const local = name.slice(name.indexOf(':') + 1);
    return namesOfXml[local] ?? local;
  }

  #setAttribute(part: string): void {
    this.#attributes.set(this.#attribute, (this.#attributes.get(this.#attribute) ?? '') + part);
  }

  #count(name: string, min: number): number {
    const number = Number.parseInt(this.#attributes.get(name) ?? '', 10);
    return Number.isNaN(number) ? min : Math.max(min, Math.min(number, maxImportColumns));
  }

  #add(words: string): void {
    const cell = this.#open.at(-1)?.cell;
    if (cell && !this.#isInComment && this.#beyond === 0) cell.text += words;
  }

  #close(name: string): void {
    if (name === 'table') {
      if (this.#beyond > 0) this.#beyond--;
      else this.#closeTable();
    } else if (name === 'comment') this.#isInComment = false;
    else if (name === 'tr') this.#closeRow();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (breaks.has(name) && name !== 'br') this.#add(lineBreak);
  }

  #openTable(): void {
    if (this.#open.length >= maxDepth) {
      this.#beyond++;
      return;
    }
    const table = { name: this.#sheet, rows: [], line: 0, cells: undefined, cell: undefined, reaches: [] };
    this.tables.push(table);
    this.#open.push(table);
  }

  #closeTable(): void {
    this.#closeRow();
    this.#open.pop();
  }

  /** HTML may leave the ends of rows and cells out. */
  #openRow(): void {
    this.#closeRow();
    const table = this.#open.at(-1);
    if (!table || this.#beyond > 0) return;
    const line = Number.parseInt(this.#attributes.get('index') ?? '', 10);
    table.line = this.isXml && line > table.line ? line : table.line + 1;
    table.cells = [];
  }

  #closeRow(): void {
    this.#closeCell();
    const table = this.#open.at(-1);
    if (!table?.cells || this.#beyond > 0) return;
    if (table.cells.some(Boolean)) table.rows.push({ line: table.line, cells: table.cells });
    table.cells = undefined;
  }

  #openCell(): void {
    this.#closeCell();
    const table = this.#open.at(-1);
    if (!table || this.#beyond > 0) return;
    if (!table.cells) this.#openRow();
    const { cells = [], reaches } = table;
    if (this.isXml) {
      while (cells.length < this.#count('index', 1) - 1) cells.push('');
      table.cell = { text: '', columns: this.#count('mergeacross', 0) + 1, rows: 1 };
      return;
    }
    while ((reaches[cells.length] ?? 0) > 0) {
      reaches[cells.length] = (reaches[cells.length] ?? 0) - 1;
      cells.push('');
    }
    table.cell = { text: '', columns: this.#count('colspan', 1), rows: this.#count('rowspan', 1) };
  }

  #closeCell(): void {
    const table = this.#open.at(-1);
    if (!table?.cell || !table.cells || this.#beyond > 0) return;
    const { text, columns, rows } = table.cell;
    for (let column = 0; column < columns && table.cells.length < maxImportColumns; column++) {
      table.reaches[table.cells.length] = rows - 1;
      table.cells.push(column === 0 ? this.#shown(text) : '');
    }
    table.cell = undefined;
  }

  /** The words of a cell as they are seen. Days of SpreadsheetML have no zone. */
  #shown(text: string): string {
    if (this.isXml) return text.trim().replace(/^(\d{4}-\d\d-\d\d)(?:T00:00:00|(T\d\d:\d\d:\d\d))(?:\.\d+)?$/, '$1$2');
    const lines = text.split(lineBreak).map((line) => line.replaceAll(/\s+/g, ' ').trim());
    return lines.filter(Boolean).join('\n');
  }
}
