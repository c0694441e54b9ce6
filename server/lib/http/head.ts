// HEAD of operations: the headers of GET, without the body.
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '#contract/lib/service.ts';

/** Whether an operation answers HEAD, which must be safe (RFC 9110, 9.2.1) and must end. */
export const hasHead = ({ methods, changes, answers }: Operation): boolean =>
  methods.includes('GET') && !changes && answers !== 'events';

/** A hook that answers HEAD with the headers of GET, like Fastify's own routes for HEAD. */
export async function dropBodyOfHead(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (request.method !== 'HEAD') return payload;
  if (payload instanceof Readable) {
    payload.on('error', (err) => request.log.error({ err }, 'The stream of an answer to HEAD failed.'));
    payload.resume();
  } else {
    reply.header('content-length', String(Buffer.byteLength((payload as string | Buffer | undefined) ?? '')));
  }
  return null;
}
