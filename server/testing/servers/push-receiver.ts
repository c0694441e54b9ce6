// A push service for tests: a real TLS server on loopback whose browsers decrypt what they receive (RFC 8291).
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { loopbackCertificate } from './loopback-certificate.ts';

export interface ReceivedPush {
  /** The browser, by the path of its endpoint. */
  browser: string;
  headers: IncomingHttpHeaders;
  /** The decrypted payload. */
  payload: Record<string, string>;
  /** The claims of the signature, which is verified. */
  claims: { aud: string; exp: number; sub: string };
}

export interface PushReceiver {
  /** The subscription of a new browser, as JSON. */
  subscribe(browser: string): string;
  received: ReceivedPush[];
  /** Requests so far, accepted or not. */
  requests(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The answer of a browser's endpoint, instead of 201. */
export type PushAnswer = { status: number; headers?: Record<string, string> } | undefined;

/** Opens the service for `PRIVATE_HOSTS=localhost`; `answers` is called for every message. */
export async function openPushReceiver(
  answers: (browser: string) => PushAnswer | Promise<PushAnswer> = () => undefined,
): Promise<PushReceiver> {
  loopbackCertificate.trust();
  const browsers = new Map<string, { key: ECDH; auth: Buffer }>();
  const received: ReceivedPush[] = [];
  let requests = 0;
  const server = createServer({ cert: loopbackCertificate.cert, key: loopbackCertificate.key }, (request, response) => {
    void (async () => {
      requests += 1;
      const browser = request.url?.slice(1) ?? '';
      const body = await buffer(request);
      const answer = await answers(browser);
      if (answer) return end(response, answer.status, answer.headers);
      const keys = browsers.get(browser);
      if (!keys) return end(response, 404);
      const claims = verifySignature(request.headers.authorization ?? '');
      received.push({ browser, headers: request.headers, payload: JSON.parse(decrypt(body, keys)), claims });
      end(response, 201, { location: `https://localhost/m/${received.length}` });
    })().catch((error: Error) => end(response, 400, {}, error.message));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The push service has no port.');
  return {
    subscribe(browser) {
      const key = createECDH('prime256v1');
      const auth = randomBytes(16);
      key.generateKeys();
      browsers.set(browser, { key, auth });
      const keys = { p256dh: key.getPublicKey('base64url'), auth: auth.toString('base64url') };
      return JSON.stringify({ endpoint: `https://localhost:${address.port}/${browser}`, expirationTime: null, keys });
    },
    received,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}, text = ''): void {
  response.writeHead(status, headers).end(text);
}

/** One record of `aes128gcm` (RFC 8188). */
function decrypt(body: Buffer, { key, auth }: { key: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', key.computeSecret(sender), auth, info, 32);
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Throws unless the key in the header made the signature (RFC 8292). */
function verifySignature(authorization: string): ReceivedPush['claims'] {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const coordinate = (at: number) => point.subarray(at, at + 32).toString('base64url');
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33) }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isValid) throw new Error('The signature is wrong.');
  return JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
}
