// Serves the API documentation for programmers as an OpenAPI document and as HTML.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { services } from '#contract/all.ts';
import { openApi } from '#contract/lib/openapi.ts';
import { renderApiHtml } from './render-api.ts';

/** How long both pages can be cached (seconds); they change only with the version. */
const maxAge = 300;

const description = `Programs can do everything the browser does.

Names in paths and queries are case-insensitive; names in JSON are case-sensitive. Instants are ISO 8601 with an offset.
Ids are UUIDs; the all-zero UUID means a new record. Unknown fields are rejected.

Sign in with \`user/Authenticate\` and send the cookie it sets. Requests that change something must come from the same origin or
from a program. Over plain http outside loopback, send the header \`X-Requested-With\`.`;

export async function apiPages(server: FastifyInstance): Promise<void> {
  const cacheControl = `public, max-age=${maxAge}`;
  server.get('/api/openapi.json', (_request, reply) =>
    reply.header('cache-control', cacheControl).type('application/json; charset=utf-8').send(apiDocuments().json),
  );
  server.get('/api/docs', (_request, reply) =>
    reply.header('cache-control', cacheControl).type('text/html; charset=utf-8').send(apiDocuments().html),
  );
}

let pages: { json: string; html: string } | undefined;

/** Rendered on first request, so that startup does not wait for it. */
function apiDocuments(): { json: string; html: string } {
  if (pages) return pages;
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const document = openApi({ title: 'Daybook', version, description }, services);
  pages = { json: JSON.stringify(document), html: renderApiHtml(document) };
  return pages;
}
