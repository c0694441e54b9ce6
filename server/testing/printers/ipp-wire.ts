// Reads requests and writes answers of the Internet Printing Protocol (RFC 8010), as a printer does.
import assert from 'node:assert/strict';

const tagOf = { integer: 0x21, boolean: 0x22, enum: 0x23, resolution: 0x32, keyword: 0x44, mimeMediaType: 0x49 };
type Values = [type: keyof typeof tagOf, ...values: (string | number | boolean)[]];
/** The tag of a group, and its attributes. */
type Group = [tag: number, attributes: Record<string, Values>];

export interface IppRequest {
  operation: number;
  requestId: number;
  /** The first value of each. */
  attributes: Record<string, string | number>;
  document: Buffer;
}

/** Asserts the order that RFC 8011 (4.1.4) demands of a request. */
export function readIpp(bytes: Buffer): IppRequest {
  const attributes: IppRequest['attributes'] = {};
  assert.equal(bytes[0], 1, 'a version that every printer reads');
  assert.equal(bytes[8], 0x01, 'operation attributes come first');
  let at = 9;
  while (bytes[at] !== 0x03) {
    const tag = bytes.readUInt8(at);
    const nameEnd = at + 3 + bytes.readUInt16BE(at + 1);
    const name = bytes.toString('utf8', at + 3, nameEnd);
    const end = nameEnd + 2 + bytes.readUInt16BE(nameEnd);
    const content = bytes.subarray(nameEnd + 2, end);
    if (name) attributes[name] = tag === 0x21 || tag === 0x23 ? content.readInt32BE() : content.toString();
    at = end;
  }
  const names = Object.keys(attributes);
  assert.deepEqual(names.slice(0, 3), ['attributes-charset', 'attributes-natural-language', 'printer-uri']);
  return {
    operation: bytes.readUInt16BE(2),
    requestId: bytes.readUInt32BE(4),
    attributes,
    document: bytes.subarray(at + 1),
  };
}

export function encodeIpp(status: number, requestId: number, groups: readonly Group[]): Buffer {
  const head = Buffer.from([1, 1, status >> 8, status & 0xff, 0, 0, requestId >> 8, requestId & 0xff, 0x01]);
  const begin = [attribute('attributes-charset', 0x47, 'utf-8'), attribute('attributes-natural-language', 0x48, 'en')];
  const rest = groups.flatMap(([tag, attributes]) => [
    Buffer.of(tag),
    ...Object.entries(attributes).flatMap(([name, [type, ...values]]) =>
      values.map((value, index) => attribute(index === 0 ? name : '', tagOf[type], value)),
    ),
  ]);
  return Buffer.concat([head, ...begin, ...rest, Buffer.of(0x03)]);
}

function attribute(name: string, tag: number, value: string | number | boolean): Buffer {
  const content = contentOf(tag, value);
  const head = Buffer.alloc(3 + name.length + 2);
  head.writeUInt8(tag, 0);
  head.writeUInt16BE(name.length, 1);
  head.write(name, 3);
  head.writeUInt16BE(content.length, 3 + name.length);
  return Buffer.concat([head, content]);
}

function contentOf(tag: number, value: string | number | boolean): Buffer {
  if (tag === tagOf.boolean) return Buffer.of(value ? 1 : 0);
  if (tag === tagOf.resolution) {
    const dots = Buffer.alloc(9, 3);
    dots.writeInt32BE(Number(value), 0);
    dots.writeInt32BE(Number(value), 4);
    return dots;
  }
  if (typeof value !== 'number') return Buffer.from(String(value));
  const number = Buffer.alloc(4);
  number.writeInt32BE(value);
  return number;
}
