// A name server for tests: answers TXT and MX on loopback, over UDP.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export interface DnsServer {
  /** For DNS_SERVERS. */
  address: string;
  /** The texts or exchanges of names; `hang` never answers. */
  zone: Map<string, { txt?: string[]; mx?: [priority: number, exchange: string][]; hang?: true }>;
  [Symbol.asyncDispose](): Promise<void>;
}

const types = { txt: 16, mx: 15 };

export async function openDnsServer(): Promise<DnsServer> {
  const zone: DnsServer['zone'] = new Map();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = questionOf(query);
    const found = zone.get(name);
    const isHanging = [...zone].some(([key, { hang }]) => hang && (name === key || name.endsWith(`.${key}`)));
    if (isHanging) return;
    const answers = [
      ...(type === types.txt ? (found?.txt ?? []).map(textData) : []),
      ...(type === types.mx ? (found?.mx ?? []).map(exchangeData) : []),
    ];
    const exists = found !== undefined || [...zone.keys()].some((key) => key.endsWith(`.${name}`));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (exists ? 0 : 3), 2);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    const records = answers.map((data) => {
      // A pointer to the name of the question, class IN, 60 seconds.
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, 0]);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    zone,
    [Symbol.asyncDispose]: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function textData(text: string): Buffer {
  const chunks = text.match(/.{1,200}/g) ?? [''];
  return Buffer.concat(chunks.map((chunk) => Buffer.concat([Buffer.of(chunk.length), Buffer.from(chunk)])));
}

function exchangeData([priority, exchange]: [number, string]): Buffer {
  const labels = exchange.split('.').filter(Boolean);
  const name = labels.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  return Buffer.concat([Buffer.of(priority >> 8, priority & 255), ...name, Buffer.of(0)]);
}
