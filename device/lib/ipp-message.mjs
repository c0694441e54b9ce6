// Messages of the Internet Printing Protocol, encoding version 1.1 (RFC 8010).

const tags = {
  operation: 0x01,
  end: 0x03,
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  resolution: 0x32,
  beginCollection: 0x34,
  endCollection: 0x37,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mediaType: 0x49,
};

/** Identifiers of operations (RFC 8011, 5.4.15). */
export const operations = { printJob: 0x02, cancelJob: 0x08, getJobAttributes: 0x09, getPrinterAttributes: 0x0b };

/**
 * A request. `attributes` are pairs of a name and a value, or `[name, tag, ...values]`; those that every request begins
 * with come by themselves.
 */
export function encodeRequest({ operation, requestId, attributes }) {
  const head = Buffer.alloc(8);
  head.writeUInt16BE(0x01_01, 0);
  head.writeUInt16BE(operation, 2);
  head.writeUInt32BE(requestId, 4);
  const all = [
    ['attributes-charset', 'charset', 'utf-8'],
    ['attributes-natural-language', 'language', 'en'],
    ...attributes,
  ];
  return Buffer.concat([head, Buffer.of(tags.operation), ...all.flatMap(encodeAttribute), Buffer.of(tags.end)]);
}

function encodeAttribute([name, type, ...values]) {
  return values.map((value, index) => {
    const content = contentOf(type, value);
    const key = Buffer.from(index === 0 ? name : '');
    const piece = Buffer.alloc(5 + key.length);
    piece.writeUInt8(tags[type], 0);
    piece.writeUInt16BE(key.length, 1);
    key.copy(piece, 3);
    piece.writeUInt16BE(content.length, 3 + key.length);
    return Buffer.concat([piece, content]);
  });
}

function contentOf(type, value) {
  if (type === 'boolean') return Buffer.of(value ? 1 : 0);
  if (type !== 'integer' && type !== 'enum') return Buffer.from(value);
  const number = Buffer.alloc(4);
  number.writeInt32BE(value);
  return number;
}

/**
 * A response: its status, and the values of all attributes by name. Collections are left out. Throws for bytes that end
 * too early.
 */
export function decodeResponse(bytes) {
  const reader = new Reader(bytes);
  reader.number(2);
  const status = reader.number(2);
  reader.number(4);
  const values = new Map();
  let name = '';
  let depth = 0;
  for (let tag = reader.number(1); tag !== tags.end; tag = reader.number(1)) {
    // Begins a group.
    if (tag < 0x10) continue;
    const ownName = reader.piece().toString();
    const content = reader.piece();
    if (tag === tags.endCollection) depth--;
    else if (depth === 0) {
      if (ownName) name = ownName;
      const value = readValue(tag, content);
      if (value !== undefined) values.set(name, [...(values.get(name) ?? []), value]);
    }
    if (tag === tags.beginCollection) depth++;
  }
  return { status, values, first: (key) => values.get(key)?.[0], all: (key) => values.get(key) ?? [] };
}

/** Undefined for a collection and for a value that is not known (RFC 8010, 3.8). */
function readValue(tag, content) {
  if (tag < 0x20 || tag === tags.beginCollection) return undefined;
  if (tag === tags.integer || tag === tags.enum) return content.length === 4 ? content.readInt32BE() : undefined;
  if (tag === tags.boolean) return content[0] === 1;
  if (tag === tags.resolution && content.length === 9) {
    // 3: dots per inch, 4: per centimetre.
    const factor = content[8] === 4 ? 2.54 : 1;
    return Math.round(content.readInt32BE() * factor);
  }
  // 0x35 and 0x36 are text with a language: two pieces, the second of which is the text.
  if (tag === 0x35 || tag === 0x36) {
    const reader = new Reader(content);
    reader.piece();
    return reader.piece().toString();
  }
  return content.toString();
}

class Reader {
  #bytes;
  #at = 0;

  constructor(bytes) {
    this.#bytes = bytes;
  }

  number(length) {
    return this.#take(length).readUIntBE(0, length);
  }

  /** Bytes behind their length. */
  piece() {
    return this.#take(this.number(2));
  }

  #take(length) {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new Error('The answer of the printer ends too early.');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}
