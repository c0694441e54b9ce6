// The pages that tell programmers what can be called: the OpenAPI document, and the same to read.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { services } from '#contract/all.ts';
import { openApi } from '#contract/lib/openapi.ts';
import type { Service } from '#contract/lib/service.ts';
import { resources } from '#contract/resources.ts';
import { renderApiHtml } from './render-api.ts';

/** Seconds that either page may be kept; it changes only with the version. */
const maxAge = 300;

const about: Record<Exclude<keyof typeof services, keyof typeof resources>, string> = {
  home: 'The public home page: plans, the search for people to book, feedback.',
  publicCalendars: 'Public booking: profiles, free times, holds, the appointment link.',
  banners: 'Banners of the public home page.',
  geolocations: 'Places on the map.',
  application: 'The installation: texts, languages, menu, limits.',
  user: 'Signing in and out, and who one is.',
  social: 'Signing in with another site: Google, LinkedIn, Facebook.',
  secondFactor: 'The second factor and passkeys.',
  sessions: 'Sessions: the lock screen, and where else one is signed in.',
  account: "One's own account.",
  push: 'Where push messages reach a browser.',
  calendars: 'Calendars of the logged-in area and their events.',
  calendarSetup: 'When a calendar can be booked and for what.',
  company: "The caller's own company.",
  menuItems: 'The tree of the side menu.',
  companyGrants: 'Who in the company is granted what.',
  companyDismissals: 'The end of work for the company.',
  systemGrants: 'Who anywhere is granted what.',
  systemDismissals: 'The end of work for any company.',
  groupGrants: 'What groups are granted.',
  companyUsers: 'The people of the company.',
  privacy: 'What a person agrees to, and what is kept about him.',
  reminders: 'What a person is told inside the application.',
  systemUsers: 'The people of every company.',
  searches: 'The search of the logged-in area.',
  files: 'Stored files.',
  images: 'Stored pictures.',
};

const description = `Everything the browser does, a program may do too.

Names match without regard to case in paths and queries, and exactly in JSON. Instants are ISO 8601 with an offset.
Ids are UUIDs; the all-zero one means a new record. Unknown fields are refused.

Sign in by \`user/Authenticate\` and send the cookie it sets. Requests that change something must come from the same origin, or
from a program: over plain http that is not loopback, send the header \`X-Requested-With\`.`;

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

/** Written when first asked for: a start need not wait for it. */
function apiDocuments(): { json: string; html: string } {
  if (pages) return pages;
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const document = openApi({ title: 'Daybook', version, description }, describeServices(services));
  pages = { json: JSON.stringify(document), html: renderApiHtml(document) };
  return pages;
}

function describeServices(all: typeof services): Record<string, { about: string; service: Service }> {
  const descriptions: Record<string, string> = { ...about };
  for (const [key, { declared }] of Object.entries(resources)) descriptions[key] = declared.about;
  return Object.fromEntries(
    Object.entries(all).map(([key, service]) => [key, { about: descriptions[key] ?? '', service }]),
  );
}
