// The sitemap and robots.txt: the home page, every public page of a business, and every public profile.
import type { Services } from '#server/lib/context.ts';
import { escapeHtml } from '#server/lib/escape.ts';

/** Maximum number of addresses in a sitemap (sitemaps.org). */
const maxAddresses = 50_000;

export async function sitemap(services: Services): Promise<string> {
  const rows = await services.database.read
    .selectFrom('employees')
    .innerJoin('employeeLocations', (join) =>
      join
        .onRef('employeeLocations.companyId', '=', 'employees.companyId')
        .onRef('employeeLocations.userId', '=', 'employees.userId'),
    )
    .innerJoin('locations', (join) =>
      join
        .onRef('locations.companyId', '=', 'employeeLocations.companyId')
        .onRef('locations.id', '=', 'employeeLocations.locationId'),
    )
    .innerJoin('users', 'users.id', 'employees.userId')
    .where('employees.isProfilePublic', '=', true)
    .select(['locations.urlName as place', 'locations.isPagePublic', 'employees.urlName as person'])
    .select(['users.firstName', 'users.lastName'])
    .orderBy('locations.urlName')
    .orderBy('employees.urlName')
    .limit(maxAddresses - 1)
    .execute();
  // A page shows people with names, and there is none without them.
  const isShown = (row: (typeof rows)[number]) => row.isPagePublic && (row.firstName || row.lastName);
  const places = new Set(rows.filter(isShown).map((row) => row.place));
  const addresses = [
    '/',
    ...[...places].map((place) => `/${encodeURIComponent(place)}`),
    ...rows.map((row) => `/${encodeURIComponent(row.place)}/${encodeURIComponent(row.person)}`),
  ].slice(0, maxAddresses);
  const lines = addresses.map((path) => `<url><loc>${escapeHtml(services.publicUrl + path)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`;
}

/** Excludes whole path segments: an address with the same first letters may be a profile. */
export function robots(publicUrl: string): string {
  const closed = ['/app/', '/api/', '/appointment/', '/appointments/'].map((path) => `Disallow: ${path}\n`).join('');
  return `User-agent: *\n${closed}Sitemap: ${publicUrl}/sitemap.xml\n`;
}
