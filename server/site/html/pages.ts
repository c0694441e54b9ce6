// Serves the browser part: hashed assets cached for ever, and for every address one page with its own head.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#server/lib/context.ts';
import { databaseRetryAfter, refuse } from '#server/lib/http/errors.ts';
import { notFound } from '#server/lib/refusal.ts';
import { installedApp } from './installed-app.ts';
import { type PageContent, pageFor } from './page-content.ts';
import { preloadsOf } from './preloads.ts';
import { robots, sitemap } from './sitemap.ts';

/** Returns a page's source with its placeholders; in development generated for each request. */
export type PageTemplate = (url: string) => Promise<string>;

/**
 * Adds the pages. `root` is the folder of the built browser part; `template` replaces its index.html in development.
 */
export async function webPages(
  server: FastifyInstance,
  { services, root, template }: { services: Services; root?: string; template?: PageTemplate },
): Promise<void> {
  server.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(robots(services.publicUrl)),
  );
  server.get('/sitemap.xml', async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'max-age=3600')
      .send(await sitemap(services)),
  );
  installedApp(server, { services, root });
  if (!root && !template) return;
  if (root) {
    await server.register(fastifyStatic, {
      root: join(root, 'assets'),
      prefix: '/assets/',
      index: false,
      wildcard: true,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
    server.get('/favicon.svg', (_request, reply) => reply.sendFile('favicon.svg', root));
    // At the root: the scope of a service worker is its folder.
    server.get('/push-worker.js', (_request, reply) => reply.sendFile('push-worker.js', root));
    // The script of other sites, and the only file that they may load.
    server.get('/embed.js', (_request, reply) =>
      reply
        .header('cross-origin-resource-policy', 'cross-origin')
        .sendFile('embed.js', root, { maxAge: '1h', immutable: false }),
    );
  }
  server.get('/privacy-policy', (_request, reply) => reply.redirect('/privacy', 301));
  const source = template ?? builtPage(root as string);
  const preloads = template ? async () => '' : preloadsOf(root as string);
  server.get('/*', async (request, reply) => sendPage(services, { source, preloads }, request, reply));
}

function builtPage(root: string): PageTemplate {
  let page: Promise<string> | undefined;
  return () => {
    page ??= readFile(join(root, 'index.html'), 'utf8');
    return page;
  };
}

interface Pages {
  source: PageTemplate;
  preloads: (path: string, language: string, isRendered: boolean) => Promise<string>;
}

async function sendPage(services: Services, pages: Pages, request: FastifyRequest, reply: FastifyReply) {
  const path = request.url.split('?', 1)[0] ?? '/';
  // Addresses of missing files and unknown calls are not pages.
  if (/^\/api(\/|$)/i.test(path) || /^\/assets\//.test(path) || /\.\w{1,5}$/.test(path)) {
    return refuse(request, reply, notFound());
  }
  const content = await pageFor(services, request);
  const page = await pages.source(request.url);
  const preloads = await pages.preloads(path, content.language, content.body !== '');
  if (content.status === 503) reply.header('retry-after', databaseRetryAfter);
  if (content.embedOrigins) allowFraming(content.embedOrigins, request, reply);
  return reply
    .code(content.status)
    .type('text/html; charset=utf-8')
    .header('cache-control', content.isPersonal ? 'no-store' : 'no-cache')
    .header('vary', 'accept-language, cookie')
    .send(fill(page, content, { preloads, scheme: schemeOf(request) }));
}

/**
 * Lets these sites show the page in a frame. The preview is a frame in a page of ours, which the browser says: other
 * sites that ask for the page get the list alone.
 */
function allowFraming(origins: readonly string[], request: FastifyRequest, reply: FastifyReply): void {
  const isOurs = request.headers['sec-fetch-site'] === 'same-origin';
  const sources = [...(isOurs ? ["'self'"] : []), ...origins];
  if (sources.length === 0) return;
  const policy = String(reply.getHeader('content-security-policy'));
  reply
    .header('content-security-policy', policy.replace("frame-ancestors 'none'", `frame-ancestors ${sources.join(' ')}`))
    .removeHeader('x-frame-options');
}

/** The visitor's colour scheme as an attribute of the page: the first paint uses it. */
function schemeOf(request: FastifyRequest): string {
  const chosen = request.cookies['daybook-scheme'];
  return chosen === 'light' || chosen === 'dark' ? ` data-mantine-color-scheme="${chosen}"` : '';
}

/**
 * The page's own styles follow those of the entry, as when the browser loads them: of two equal rules the later wins.
 */
function fill(page: string, content: PageContent, { preloads, scheme }: { preloads: string; scheme: string }): string {
  return page
    .replace('<html lang="en">', `<html lang="${content.language}"${scheme}>`)
    .replace('<!--head-->', () => content.head)
    .replace('</head>', () => `${preloads}</head>`)
    .replace('<!--body-->', () => content.body)
    .replace('<!--data-->', () => content.data);
}
