// The door of calendar programs: `/feeds/{token}.ics`. They read and change nothing.
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { DoorLimits } from '#server/lib/http/door-limits.ts';
import { dropBodyOfHead } from '#server/lib/http/head.ts';
import { matchesEtag } from '#server/lib/http/send-result.ts';
import { notFound } from '#server/lib/refusal.ts';
import { tokenOfFile } from './feed-token.ts';
import { noteReading, readFeed } from './read-feed.ts';

export async function feedDoor(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const limits = new DoorLimits(services.clock);
  server.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:file',
    exposeHeadRoute: false,
    onSend: dropBodyOfHead,
    async handler(request, reply) {
      limits.checkNetwork(request.ip);
      const token = tokenOfFile(request.params.file);
      const feed = token === undefined ? undefined : await readFeed(services, token);
      if (!feed) {
        limits.countUnknown(request.ip);
        throw notFound();
      }
      limits.countKey(feed.id);
      await noteReading(services, feed);
      reply
        .type('text/calendar; charset=utf-8')
        .header('etag', feed.etag)
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', 'inline; filename="daybook.ics"')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('referrer-policy', 'no-referrer')
        .header('x-content-type-options', 'nosniff')
        .header('x-robots-tag', 'noindex');
      if (matchesEtag(request.headers['if-none-match'], feed.etag)) return reply.code(304).send();
      return reply.send(await feed.text());
    },
  });
}
