// One HTTP request over a connection of its own, which can be cut at any place: as printers meet their networks.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/**
 * Where a connection is cut: before anything is sent; in the middle of the request; when the request has left and its
 * answer has not come; in the middle of the answer; when the answer has come, which the printer then forgets.
 */
export type Cut = 'before' | 'sending' | 'waiting' | 'answering' | 'after';

export const cutPlaces: readonly Cut[] = ['before', 'sending', 'waiting', 'answering', 'after'];

export interface PrinterRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface PrinterAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The connection was cut: the printer has no answer. */
export class CutConnection extends Error {}

export async function exchange(request: PrinterRequest, cut?: Cut): Promise<PrinterAnswer> {
  if (cut === 'before') throw new CutConnection(cut);
  const { hostname, port } = new URL(request.url);
  const socket = connect({ host: hostname, port: Number(port) });
  // The one who waits hears of a broken connection; an error that comes between two waits would be heard by no one.
  socket.on('error', () => {});
  try {
    await once(socket, 'connect');
    const bytes = bytesOfRequest(request);
    await send(socket, cut === 'sending' ? bytes.subarray(0, bytes.length >> 1) : bytes);
    if (cut === 'sending' || cut === 'waiting') throw new CutConnection(cut);
    if (cut === 'answering') {
      if (!socket.destroyed) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      throw new CutConnection(cut);
    }
    const answer = parseAnswer(await receive(socket));
    if (cut === 'after') throw new CutConnection(cut);
    return answer;
  } catch (error) {
    // A server that is killed cuts connections, too.
    throw error instanceof CutConnection ? error : new CutConnection(String(error));
  } finally {
    socket.destroy();
  }
}

function bytesOfRequest({ method, url, headers = {}, body = '' }: PrinterRequest): Buffer {
  const { host, pathname, search } = new URL(url);
  const length = method === 'GET' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...fields, ...length];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function receive(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Throws for an answer that ends before its length. */
function parseAnswer(bytes: Buffer): PrinterAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) throw new CutConnection('no head');
  const [start = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = bytes.subarray(end + 4);
  if (body.length !== Number(headers['content-length'] ?? 0)) throw new CutConnection('not the whole answer');
  return { status: Number(start.split(' ')[1]), headers, body };
}
