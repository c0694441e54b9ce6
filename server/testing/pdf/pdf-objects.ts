// Reads the objects of a PDF file (ISO 32000-1, 7.3) by its cross-reference table, as far as our own files use them.
import { inflateSync } from 'node:zlib';

export class Ref {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}
/** A name, without its slash. */
export class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type Dict = { [key: string]: PdfValue };
export interface Stream {
  dict: Dict;
  /** As they stand in the file. */
  packed: Buffer;
}
/** Strings are their bytes. */
export type PdfValue = null | boolean | number | Buffer | Name | Ref | PdfValue[] | Stream | Dict;

export interface PdfObjects {
  trailer: Dict;
  all: readonly PdfValue[];
  /** Follows references. */
  follow(value: PdfValue | undefined): PdfValue;
  dict(value: PdfValue | undefined): Dict;
  list(value: PdfValue | undefined): PdfValue[];
  bytes(value: PdfValue | undefined): Buffer;
}

export const isDict = (value: PdfValue | undefined): value is Dict =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && !isStream(value);
export const isStream = (value: PdfValue | undefined): value is Stream =>
  value !== null && typeof value === 'object' && 'packed' in value;
export const nameOf = (value: PdfValue | undefined): string | undefined =>
  value instanceof Name ? value.text : undefined;

/** Throws for a file that is not as it claims, such as a stream of another length. */
export function readObjects(file: Buffer): PdfObjects {
  const text = file.toString('latin1');
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? fail('no startxref at the end'));
  const table = /^xref\s+0 (\d+)\s+((?:\d{10} \d{5} [nf] ?\r?\n)+)/.exec(text.slice(start)) ?? fail('no table');
  const offsets = Array.from((table[2] ?? '').matchAll(/(\d{10}) \d{5} ([nf])/g), ([, offset, kind]) =>
    kind === 'n' ? Number(offset) : undefined,
  );
  if (offsets.length !== Number(table[1])) fail('the table has another length');
  const objects = new Map<number, PdfValue>();
  const follow = (value: PdfValue | undefined): PdfValue => {
    if (!(value instanceof Ref)) return value ?? null;
    const known = objects.get(value.number);
    if (known !== undefined) return known;
    const offset = offsets[value.number] ?? fail(`object ${value.number} is not in the table`);
    const head = `${value.number} 0 obj`;
    if (!text.startsWith(head, offset)) fail(`object ${value.number} is not at ${offset}`);
    const read = readValue(text, offset + head.length, follow);
    objects.set(value.number, read);
    return read;
  };
  const of = <T>(value: PdfValue | undefined, is: (found: PdfValue) => boolean, what: string): T => {
    const found = follow(value);
    return is(found) ? (found as T) : fail(`${what} expected`);
  };
  const trailer = readValue(text, text.indexOf('trailer', start) + 'trailer'.length, follow);
  const numbers = offsets.flatMap((offset, number) => (offset === undefined ? [] : [number]));
  return {
    trailer: isDict(trailer) ? trailer : fail('no trailer'),
    all: numbers.map((number) => follow(new Ref(number))),
    follow,
    dict: (value) => of<Dict>(value, isDict, 'a dictionary'),
    list: (value) => of<PdfValue[]>(value, Array.isArray, 'an array'),
    bytes(value) {
      const { dict, packed } = of<Stream>(value, isStream, 'a stream');
      return nameOf(dict.Filter) === 'FlateDecode' ? inflateSync(packed) : packed;
    },
  };
}

function fail(message: string): never {
  throw new Error(`Not a PDF file: ${message}`);
}

const token =
  /[\s\0]*(?:%[^\r\n]*[\r\n]+\s*)*(<<|>>|\[|\]|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|\((?:\\[\s\S]|[^\\()])*\)|(\d+) 0 R\b|[+-]?(?:\d+\.?\d*|\.\d+)|true|false|null|endobj)/y;

function readValue(text: string, from: number, follow: (value: PdfValue) => PdfValue): PdfValue {
  token.lastIndex = from;
  const value = next(text);
  if (!isDict(value)) return value;
  const stream = /\s*stream\r?\n/y;
  stream.lastIndex = token.lastIndex;
  if (!stream.test(text)) return value;
  const start = stream.lastIndex;
  const end = start + Number(follow(value.Length ?? null));
  if (!/^\r?\n?endstream\s+endobj/.test(text.slice(end, end + 30))) fail('a stream has another length');
  return { dict: value, packed: Buffer.from(text.slice(start, end), 'latin1') };
}

function next(text: string): PdfValue {
  const at = token.lastIndex;
  const [, word = '', number] = token.exec(text) ?? fail(`nothing known at ${at}: ${text.slice(at, at + 40)}`);
  if (number !== undefined) return new Ref(Number(number));
  if (word === '<<') {
    const dict: Dict = {};
    for (let key = next(text); key !== closing; key = next(text)) {
      dict[nameOf(key) ?? fail(`a key at ${token.lastIndex}`)] = next(text);
    }
    return dict;
  }
  if (word === '[') {
    const list: PdfValue[] = [];
    for (let item = next(text); item !== closing; item = next(text)) list.push(item);
    return list;
  }
  if (word === '>>' || word === ']') return closing;
  if (word.startsWith('/'))
    return new Name(word.slice(1).replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => letterOf(hex, 16)));
  if (word.startsWith('<')) return Buffer.from(word.slice(1, -1).replaceAll(/\s/g, ''), 'hex');
  if (word.startsWith('(')) return Buffer.from(unescaped(word.slice(1, -1)), 'latin1');
  if (word === 'true' || word === 'false') return word === 'true';
  return word === 'null' ? null : Number(word);
}

const closing = new Name('');
const letterOf = (digits: string, base: number) => String.fromCharCode(Number.parseInt(digits, base));

function unescaped(text: string): string {
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  return text.replaceAll(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? letterOf(code, 8) : (escapes[code] ?? code),
  );
}
