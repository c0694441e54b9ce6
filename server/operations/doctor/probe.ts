// An address at which the doctor sees itself through the proxy: what the server learns of a request, and whether a
// stream arrives at once.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Config } from '#server/lib/config.ts';
import type { Services } from '#server/lib/context.ts';
import { refuse } from '#server/lib/http/errors.ts';
import { cameThroughProxy } from '#server/lib/http/proxied.ts';
import { notFound } from '#server/lib/refusal.ts';
import { signText } from '#server/lib/secrets/secret-box.ts';

/** Between the first part of the stream and its end (ms). */
export const probePause = 1_500;
/** How long an address of the probe is valid (ms). */
const validFor = 60_000;

const seen = z.object({
  protocol: z.string(),
  host: z.string(),
  address: z.string(),
  isProxied: z.boolean(),
});
export type SeenRequest = z.output<typeof seen>;
export const parseSeen = (text: string): SeenRequest => seen.parse(JSON.parse(text));

/** The path for one look, signed with the key that all processes share. */
export function probePath(config: Config, now = Date.now()): string {
  const text = `${now}.${randomBytes(9).toString('base64url')}`;
  return `/healthz/probe?at=${text}&sign=${sign(config, text)}`;
}

function sign(config: Config, text: string): string {
  return signText(config, 'doctor', text).toString('base64url');
}

function isSigned(config: Config, { at = '', sign: given = '' }: { at?: string; sign?: string }): boolean {
  const [expected, signature] = [Buffer.from(sign(config, at)), Buffer.from(given)] as const;
  const isEqual = expected.length === signature.length && timingSafeEqual(expected, signature);
  return isEqual && Math.abs(Date.now() - Number(at.split('.')[0])) < validFor;
}

/** Call this on the root server: only an address of `probePath` answers. */
export async function probeRoute(server: FastifyInstance, { services: { config } }: { services: Services }) {
  server.get('/healthz/probe', async (request, reply) => {
    if (!isSigned(config, request.query as { at?: string; sign?: string })) return refuse(request, reply, notFound());
    reply.hijack();
    const out = reply.raw;
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const { protocol, host, ip: address } = request;
    const found: SeenRequest = { protocol, host, address, isProxied: cameThroughProxy(request) };
    out.write(`${JSON.stringify(found)}\n`);
    await sleep(probePause, undefined, { ref: false });
    out.end('end\n');
  });
}
