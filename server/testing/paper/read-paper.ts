// Reads papers as printers do: the rows of dots of every format, and where they are cut. Any byte that is no picture,
// feed or cut is an error, so that tests notice a command that a printer would obey.
import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';
import type { PaperMedium } from '#server/devices/paper/media/paper-media.ts';

export interface PrintedPaper {
  rows: Uint8Array;
  width: number;
  height: number;
  /** Rows before which the printer cuts. */
  cuts: number[];
}

export const paperReaders = {
  png: readPng,
  escPos: readEscPos,
  starPrnt: readStarPrnt,
  epos: (bytes: Uint8Array) => readEpos(Buffer.from(bytes).toString()),
  pwg: readPwg,
} as const satisfies Record<PaperMedium, (bytes: Uint8Array) => PrintedPaper>;

/** Collects the bands of a paper. */
class Roll {
  readonly #bands: Uint8Array[] = [];
  readonly cuts: number[] = [];
  #width = 0;
  #height = 0;

  print(rows: Uint8Array, bytesPerRow: number, height: number): void {
    assert.equal(rows.length, bytesPerRow * height, 'a whole picture');
    assert.ok(bytesPerRow > 0 && (this.#width === 0 || this.#width === bytesPerRow * 8), 'bands of one width');
    this.#bands.push(rows);
    this.#width = bytesPerRow * 8;
    this.#height += height;
  }

  cut(): void {
    this.cuts.push(this.#height);
  }

  finish(): PrintedPaper {
    return {
      rows: Uint8Array.from(Buffer.concat(this.#bands)),
      width: this.#width,
      height: this.#height,
      cuts: this.cuts,
    };
  }
}

/** A picture has no cuts: the printer cuts after it. */
function readPng(bytes: Uint8Array): PrintedPaper {
  const data = Buffer.from(bytes);
  assert.equal(data.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  const chunks: { type: string; content: Buffer }[] = [];
  for (let at = 8; at < data.length; ) {
    const length = data.readUInt32BE(at);
    assert.equal(data.readUInt32BE(at + 8 + length), crc32(data.subarray(at + 4, at + 8 + length)), 'checksum');
    const type = data.toString('latin1', at + 4, at + 8);
    chunks.push({ type, content: data.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  const contentOf = (type: string) =>
    Buffer.concat(chunks.filter((one) => one.type === type).map((one) => one.content));
  const head = contentOf('IHDR');
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  assert.deepEqual([...head.subarray(8)], [1, 0, 0, 0, 0], 'one bit of grey, not interlaced');
  const lines = inflateSync(contentOf('IDAT'));
  const stride = Math.ceil(width / 8);
  assert.equal(lines.length, (stride + 1) * height);
  const roll = new Roll();
  for (let y = 0; y < height; y++) {
    const line = lines.subarray(y * (stride + 1), (y + 1) * (stride + 1));
    assert.equal(line[0], 0, 'no filter');
    roll.print(
      line.subarray(1).map((byte) => ~byte & 0xff),
      stride,
      1,
    );
  }
  return roll.finish();
}

interface Command {
  bytes: readonly number[];
  /** Reads what follows, and returns how many bytes that was. */
  obey: (rest: Buffer, roll: Roll) => number;
}

function obeyCommands(bytes: Uint8Array, commands: readonly Command[]): PrintedPaper {
  const data = Buffer.from(bytes);
  const roll = new Roll();
  for (let at = 0; at < data.length; ) {
    const command = commands.find((one) => one.bytes.every((byte, index) => data[at + index] === byte));
    assert.ok(command, `an unknown command at ${at}: ${data.subarray(at, at + 8).toString('hex')}`);
    at += command.bytes.length;
    at += command.obey(data.subarray(at), roll);
  }
  return roll.finish();
}

const nothing = () => 0;
const cut = (_: Buffer, roll: Roll) => {
  roll.cut();
  return 0;
};
/** `more`: bytes between the size and the picture. */
const picture = (more: number) => (rest: Buffer, roll: Roll) => {
  const [bytesPerRow, height] = [rest.readUInt16LE(0), rest.readUInt16LE(2)];
  const end = 4 + more + bytesPerRow * height;
  roll.print(rest.subarray(4 + more, end), bytesPerRow, height);
  return end;
};

function readEscPos(bytes: Uint8Array): PrintedPaper {
  return obeyCommands(bytes, [
    { bytes: [0x1b, 0x40], obey: nothing },
    { bytes: [0x1d, 0x76, 0x30, 0], obey: picture(0) },
    { bytes: [0x1d, 0x56, 66, 0], obey: cut },
    { bytes: [0x1b, 0x64, 4], obey: nothing },
  ]);
}

function readStarPrnt(bytes: Uint8Array): PrintedPaper {
  return obeyCommands(bytes, [
    { bytes: [0x1b, 0x1d, 0x61, 0], obey: nothing },
    { bytes: [0x1b, 0x1d, 0x53, 1], obey: picture(1) },
    { bytes: [0x1b, 0x64, 0x33], obey: cut },
    { bytes: [0x1b, 0x61, 4], obey: nothing },
  ]);
}

function readEpos(xml: string): PrintedPaper {
  const [, content = ''] =
    /^<epos-print xmlns="http:\/\/www\.epson-pos\.com\/schemas\/2011\/03\/epos-print">(.*)<\/epos-print>$/s.exec(xml) ??
    [];
  const roll = new Roll();
  const element =
    /<image width="(\d+)" height="(\d+)" color="color_1" mode="mono">([\w+/=]*)<\/image>|<(cut) type="feed"\/>|<feed line="\d+"\/>/g;
  assert.equal(content.replaceAll(element, ''), '', 'no other element');
  for (const [, width, height, rows = '', knife] of content.matchAll(element)) {
    if (width) roll.print(Buffer.from(rows, 'base64'), Number(width) / 8, Number(height));
    else if (knife) roll.cut();
  }
  return roll.finish();
}

function readPwg(bytes: Uint8Array): PrintedPaper {
  const data = Buffer.from(bytes);
  assert.equal(data.toString('latin1', 0, 4), 'RaS2');
  const roll = new Roll();
  for (let at = 4; at < data.length; ) {
    const head = data.subarray(at, at + 1_796);
    assert.equal(head.toString('latin1', 0, 10), 'PwgRaster\0');
    const numberAt = (place: number) => head.readUInt32BE(place);
    const [width, height, stride] = [numberAt(372), numberAt(376), numberAt(392)];
    assert.deepEqual([384, 388, 396, 400, 420].map(numberAt), [1, 1, 0, 3, 1], 'one bit, 1 is black');
    assert.equal(stride, Math.ceil(width / 8));
    const { rows, length } = unpackRows(data.subarray(at + head.length), stride, height);
    roll.print(rows, stride, height);
    if (numberAt(268) === 4) roll.cut();
    at += head.length + length;
  }
  return roll.finish();
}

function unpackRows(packed: Buffer, stride: number, height: number): { rows: Uint8Array; length: number } {
  const rows: Buffer[] = [];
  let at = 0;
  while (rows.length < height) {
    const repeats = packed.readUInt8(at++) + 1;
    const row: number[] = [];
    while (row.length < stride) {
      const count = packed.readUInt8(at++);
      assert.notEqual(count, 128, 'reserved');
      const bytes = count > 128 ? packed.subarray(at, at + 257 - count) : packed.subarray(at, at + 1);
      at += bytes.length;
      row.push(...(count > 128 ? bytes : Buffer.alloc(count + 1, bytes[0])));
    }
    assert.equal(row.length, stride, 'runs end with the row');
    for (let repeat = 0; repeat < repeats; repeat++) rows.push(Buffer.from(row));
  }
  assert.equal(rows.length, height, 'repeated rows end with the page');
  return { rows: Buffer.concat(rows), length: at };
}
