// Reads bodies at the doors of devices as bytes, whatever they call themselves.
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** More says no device about a poll or a result (bytes). */
const bodyLimit = 64 * 1024;

/**
 * The plugin of a door reads every body as a buffer. Printers send empty bodies that are called JSON, and types without
 * a form that the framework knows; both would be refused before the result in the address is read.
 */
export function readBodiesAsBytes(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body));
  server.addHook('onRequest', async ({ headers }) => {
    headers['content-type'] = 'application/octet-stream';
  });
}

/** The body of a request; empty if it has none. */
export function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
