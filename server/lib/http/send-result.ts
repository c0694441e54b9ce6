// Sends what a handler returned: JSON with the names of the wire, a file, or nothing.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Operation } from '#contract/lib/service.ts';
import { toWire } from '#contract/lib/wire.ts';
import { FileAnswer, JsonText } from './answer.ts';

export function sendResult(operation: Operation, result: unknown, reply: FastifyReply) {
  if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text);
  if (result instanceof FileAnswer) return sendFile(result, reply);
  if (result === undefined || result === null || operation.output === null) return reply.code(204).send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(toWire(operation.output, result)));
}

function sendFile(file: FileAnswer, reply: FastifyReply) {
  const { name, maxAge, shared, etag, embeddable } = file.options;
  reply
    .type(file.mimeType)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
    .header('cache-control', maxAge ? `${shared ? 'public' : 'private'}, max-age=${maxAge}` : 'no-store')
    .header('content-disposition', name ? `attachment; filename*=UTF-8''${encodeURIComponent(name)}` : 'inline');
  if (embeddable) reply.header('cross-origin-resource-policy', 'cross-origin');
  if (etag) reply.header('etag', etag);
  if (etag && matchesEtag(reply.request.headers['if-none-match'], etag)) {
    if (file.body instanceof Readable) file.body.destroy();
    return reply.code(304).send();
  }
  return reply.send(file.body);
}

/** Whether an If-None-Match header contains the etag (weak comparison, RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  const etags = (header ?? '').split(',').map((part) => part.trim().replace(/^W\//, ''));
  return etags.includes('*') || etags.includes(etag);
}
