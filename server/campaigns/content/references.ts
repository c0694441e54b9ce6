// The records that a campaign refers to, which may have been deleted since.
import { type RawBuilder, sql } from 'kysely';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block, PlainBlock } from '#contract/campaigns/blocks.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

/** `offers`: the person of a calendar does a service. */
type Kind = 'locations' | 'calendars' | 'services' | 'campaigns' | 'staff' | 'offers';

interface Reference {
  /** The field that refers to it, as on the wire. */
  key: string;
  kind: Kind;
  id: string;
  serviceId?: string;
}

/** Whether `named` refers to what is not there. The calendar of a person who has left remains, but has no staff. */
const isWrong: Record<Kind, (companyId: string) => RawBuilder<unknown>> = {
  locations: isMissing('locations'),
  calendars: isMissing('calendars'),
  services: isMissing('services'),
  campaigns: isMissing('campaigns'),
  staff: isMissing('calendars', sql`t.user_id is not null`),
  // A person or a service that is gone is wrong itself.
  offers: (companyId) => sql`
    exists (select from calendars t where t.company_id = ${companyId} and t.id = named.id and t.user_id is not null)
    and exists (select from services t where t.company_id = ${companyId} and t.id = named.service_id)
    and not exists (select from service_people t
      where t.company_id = ${companyId} and t.calendar_id = named.id and t.service_id = named.service_id)`,
};

function isMissing(table: 'locations' | 'calendars' | 'services' | 'campaigns', condition = sql`true`) {
  return (companyId: string) => sql`not exists (
    select from ${sql.table(table)} t where t.company_id = ${companyId} and t.id = named.id and ${condition})`;
}

/** The pictures that blocks name, also where their kind shows none; each once. */
export function picturesOf(list: readonly Block[]): string[] {
  const all = list.flatMap((block) => [block, ...block.left, ...block.right]);
  return [...new Set(all.flatMap(({ pictureId }) => pictureId ?? []))];
}

const codeOf = ({ kind }: Reference) => (kind === 'offers' ? 'campaigns.notOffered' : 'campaigns.gone');

/**
 * Throws 417, about each field, for records that do not exist, belong to another company, or do not belong together.
 */
export async function assertKnown(context: SignedIn, references: readonly Reference[]): Promise<void> {
  const [first, ...others] = await findWrong(context, references);
  if (!first) return;
  throw new Refusal(417, codeOf(first), {
    complaints: [first, ...others].map((wrong) => ({ key: wrong.key, code: codeOf(wrong) })),
  });
}

/**
 * Finds references whose record does not exist or belongs to another company, and offers of services that the person
 * does not do.
 */
export async function findWrong({ db, user }: SignedIn, references: readonly Reference[]): Promise<Reference[]> {
  if (references.length === 0) return [];
  const numbered = references.map((reference, nth) => ({ ...reference, nth }));
  const queries = [...Map.groupBy(numbered, ({ kind }) => kind)].map(
    ([kind, named]) => sql`
      select named.nth from unnest(
        ${named.map(({ nth }) => nth)}::integer[], ${named.map(({ id }) => id)}::uuid[],
        ${named.map(({ serviceId }) => serviceId ?? null)}::uuid[]) named (nth, id, service_id)
      where ${isWrong[kind](user.companyId)}`,
  );
  const { rows } = await sql<{ nth: number }>`${sql.join(queries, sql` union all `)}`.execute(db);
  const wrong = new Set(rows.map(({ nth }) => nth));
  return references.filter((_, nth) => wrong.has(nth));
}

export function referencesOfAudience(audience: Audience): Reference[] {
  const list = (field: string, kind: Kind, ids: readonly string[]) =>
    ids.map((id, nth) => ({ key: `Audience.${field}[${nth}]`, kind, id }));
  return [
    ...list('LocationIds', 'locations', audience.locationIds),
    ...list('CalendarIds', 'calendars', audience.calendarIds),
    ...list('ServiceIds', 'services', audience.serviceIds),
    ...list('CampaignIds', 'campaigns', audience.campaignIds),
  ];
}

export function referencesOfBlocks(blocks: readonly (Block | PlainBlock)[], at = 'Blocks'): Reference[] {
  return blocks.flatMap((block, nth) => {
    const key = `${at}[${nth}]`;
    const own: Reference[] = [];
    if (block.serviceId) own.push({ key: `${key}.ServiceId`, kind: 'services', id: block.serviceId });
    if (block.calendarId) {
      const person = { key: `${key}.CalendarId`, id: block.calendarId };
      own.push({ ...person, kind: 'staff' });
      if (block.serviceId) own.push({ ...person, kind: 'offers', serviceId: block.serviceId });
    }
    if (!('left' in block)) return own;
    return [
      ...own,
      ...referencesOfBlocks(block.left, `${key}.Left`),
      ...referencesOfBlocks(block.right, `${key}.Right`),
    ];
  });
}
