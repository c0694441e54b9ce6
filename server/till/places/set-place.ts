// Reads and sets how sales are recorded at the locations of a company.
import { type RawBuilder, sql } from 'kysely';
import { countries } from '#contract/lib/countries.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { allowedModes } from '#contract/till/duties.ts';
import type { companyTill, TillMode, TillPlace } from '#contract/till/places.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, notFound, Refusal } from '#server/lib/refusal.ts';

export function listPlaces(context: SignedIn): Promise<TillPlace[]> {
  return read(context, sql`true`);
}

/** Throws 404 for locations of others, 417 for a mode that the country excludes, 409 while a session is open there. */
export async function setPlace(
  context: SignedIn,
  { locationId, country, mode }: Parsed<typeof companyTill.setPlace>,
): Promise<TillPlace> {
  const { db, user } = context;
  const [before] = await read(context, sql`l.id = ${locationId}`);
  if (!before) throw notFound();
  if (!countries.includes(country)) throw invalid('Country', 'field.required');
  if (!allowedModes(country).includes(mode)) throw invalid('Mode', 'till.modeExcluded');
  // A session that is being opened holds the row.
  await sql`
    insert into till_places (company_id, location_id, country, mode) values (${user.companyId}, ${locationId}, ${country}, ${mode})
    on conflict (company_id, location_id) do update set country = excluded.country, mode = excluded.mode`.execute(db);
  const [after] = await read(context, sql`l.id = ${locationId}`);
  if (!after) throw notFound();
  if (after.openSessions > 0 && before.mode !== mode) throw new Refusal(409, 'till.modeInUse');
  return after;
}

interface Row {
  locationId: string;
  location: string;
  stored: string | null;
  written: string;
  mode: TillMode;
  openSessions: number;
}

async function read({ db, user }: SignedIn, condition: RawBuilder<unknown>): Promise<TillPlace[]> {
  const { rows } = await sql<Row>`
    select l.id as location_id, l.name as location, p.country as stored, coalesce(nullif(g.country, ''), l.country) as written,
      coalesce(p.mode, 'off') as mode,
      (select count(*)::integer from till_sessions s
        where s.company_id = l.company_id and s.location_id = l.id and s.closed_at is null) as open_sessions
    from locations l left join till_places p on p.company_id = l.company_id and p.location_id = l.id
      left join geolocations g on g.company_id = l.company_id and g.id = l.geolocation_id
    where l.company_id = ${user.companyId} and ${condition} order by l.name, l.id`.execute(db);
  // Loaded on demand: the numbering plans behind it are large.
  const { countryCodeOf } = await import('#server/lib/country-code.ts');
  return rows.map(({ stored, written, ...place }) => ({ ...place, country: stored ?? countryCodeOf(written) ?? '' }));
}
