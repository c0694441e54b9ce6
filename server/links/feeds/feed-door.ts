// The door of calendar programs: `/feeds/{token}.ics`. They read and change nothing.
import type { FastifyInstance } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { DoorLimits } from '#server/lib/http/door-limits.ts';
import { dropBodyOfHead } from '#server/lib/http/head.ts';
import { matchesEtag } from '#server/lib/http/send-result.ts';
import { notFound } from '#server/lib/refusal.ts';
import { sharingWork } from '#server/lib/share-work.ts';
import { tokenOfFile } from './feed-token.ts';
import { noteReading, type ReadFeed, readFeed } from './read-feed.ts';

/** Readings of one feed in a minute, of which each counts its events; programs read it once in minutes. */
export const maxReadings = 30;

export async function feedDoor(server: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const limits = new DoorLimits(services.clock, maxReadings);
  const shareFeed = sharingWork<string, ReadFeed | undefined>();
  const shareText = sharingWork<string, Buffer>();
  server.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/:file',
    exposeHeadRoute: false,
    onSend: dropBodyOfHead,
    async handler(request, reply) {
      limits.checkNetwork(request.ip);
      const token = tokenOfFile(request.params.file);
      if (token !== undefined) limits.countKey(token);
      const feed = token === undefined ? undefined : await shareFeed(token, () => readAndNote(services, token));
      if (!feed) {
        limits.countUnknown(request.ip);
        throw notFound();
      }
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
      return reply.send(await shareText(feed.id + feed.etag, feed.text));
    },
  });
}

async function readAndNote(services: Services, token: string): Promise<ReadFeed | undefined> {
  const feed = await readFeed(services, token);
  if (feed) await noteReading(services, feed);
  return feed;
}
