// The names that locations and people may take in public addresses.
import { urlName } from './lib/fields.ts';

/**
 * The first parts of addresses of ours, lower case, and those set aside: a public address cannot begin with them.
 * server/site/html/reserved-names.test.ts compares them with all pages and routes.
 */
const reservedNames: ReadonlySet<string> = new Set([
  // Pages of the browser part.
  ...[
    'app',
    'appointment',
    'appointments',
    'cookies',
    'daybook',
    'feedback',
    'privacy',
    'privacy-policy',
    'setup',
    'static',
    'terms',
  ],
  'user',
  // Answered by the server itself.
  ...['api', 'assets', 'demo', 'favicon.ico', 'favicon.svg', 'healthz', 'image', 'metrics', 'push-worker.js', 'readyz'],
  ...['robots.txt', 'sitemap.xml', 'tiles', '.well-known'],
  // In the place of a person.
  ...['anyone', 'classes'],
  // Addresses of the specification, and others to come.
  ...['embed', 'embed.js', 'feeds', 'hooks', 'marketing', 'payment', 'pdf', 'print', 'v'],
]);

export function isReservedName(name: string): boolean {
  return reservedNames.has(name.toLowerCase());
}

/** A name to take: part of a public address that no address of ours begins with. */
export const publicName = urlName.refine((name) => !isReservedName(name), { error: 'field.urlNameReserved' });
