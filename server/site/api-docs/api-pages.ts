// The API documentation for programmers: the OpenAPI document, and the same as HTML.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { services } from '#contract/all.ts';
import { openApi } from '#contract/lib/openapi.ts';
import type { Service } from '#contract/lib/service.ts';
import { resources } from '#contract/resources.ts';
import { renderApiHtml } from './render-api.ts';

/** How long both pages can be cached (seconds); they change only with the version. */
const maxAge = 300;

const about: Record<Exclude<keyof typeof services, keyof typeof resources>, string> = {
  home: 'The public home page: plans, search, feedback.',
  publicCalendars: 'Public booking: profiles, free times, holds, appointment links.',
  banners: 'Banners of the public home page.',
  geolocations: 'Places on the map.',
  application: 'The installation: texts, languages, menu, limits.',
  user: 'Signing in and out, and the current user.',
  social: 'Signing in with another site: Google, LinkedIn, Facebook.',
  secondFactor: 'Second factors and passkeys.',
  sessions: 'Sessions: the lock screen and the list of signed-in browsers.',
  account: 'The account of the caller.',
  push: 'Push subscriptions of browsers.',
  calendars: 'Calendars of employees and their events.',
  calendarSetup: 'Working hours, services and booking rules of a calendar.',
  company: 'The company of the caller.',
  menuItems: 'Items of the side menu.',
  companyGrants: 'Permissions of the employees of the company.',
  companyDismissals: 'Removing employees from the company.',
  systemGrants: 'Permissions of users of all companies.',
  systemDismissals: 'Removing employees from any company.',
  groupGrants: 'Permissions of groups.',
  companyUsers: 'Employees of the company.',
  privacy: 'Consent, data export and deletion of the account.',
  reminders: 'The notifications of the user.',
  systemUsers: 'Users of all companies.',
  searches: 'The search of the logged-in area.',
  files: 'Stored files.',
  images: 'Stored pictures.',
};

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
