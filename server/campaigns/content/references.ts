// The records that a campaign refers to, which may have been deleted since.
import { sql } from 'kysely';
import type { Audience } from '#contract/campaigns/audience.ts';
import type { Block, PlainBlock } from '#contract/campaigns/blocks.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

interface Reference {
  /** The field that refers to it, as on the wire. */
  key: string;
  table: 'locations' | 'calendars' | 'services' | 'campaigns';
  id: string;
  /** Someone works there: the calendar of a person who has left keeps its appointments, but cannot be offered. */
  isStaffed?: true;
}

/** Throws 417, about each field, for records that do not exist or belong to another company. */
export async function assertKnown(context: SignedIn, references: readonly Reference[]): Promise<void> {
  const unknown = await findUnknown(context, references);
  if (unknown.length === 0) return;
  throw new Refusal(417, 'campaigns.gone', { complaints: unknown.map(({ key }) => ({ key, code: 'campaigns.gone' })) });
}

/** Those whose record does not exist or belongs to another company. */
export async function findUnknown({ db, user }: SignedIn, references: readonly Reference[]): Promise<Reference[]> {
  if (references.length === 0) return [];
  const kindOf = ({ table, isStaffed }: Reference) => (isStaffed ? `staffed ${table}` : table);
  const byKind = Map.groupBy(references, kindOf);
  const missing = [...byKind].map(([kind, named]) => {
    const { table, isStaffed } = named[0] as Reference;
    return sql`
      select ${kind} as kind, named.id from unnest(${named.map(({ id }) => id)}::uuid[]) named (id)
      where not exists (
        select from ${sql.table(table)} t where t.company_id = ${user.companyId} and t.id = named.id
          ${isStaffed ? sql`and t.user_id is not null` : sql``})`;
  });
  const { rows } = await sql<{ kind: string; id: string }>`${sql.join(missing, sql` union all `)}`.execute(db);
  return references.filter((one) => rows.some(({ kind, id }) => kind === kindOf(one) && id === one.id.toLowerCase()));
}

export function referencesOfAudience(audience: Audience): Reference[] {
  const list = (field: string, table: Reference['table'], ids: readonly string[]) =>
    ids.map((id, nth) => ({ key: `Audience.${field}[${nth}]`, table, id }));
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
    if (block.serviceId) own.push({ key: `${key}.ServiceId`, table: 'services', id: block.serviceId });
    if (block.calendarId)
      own.push({ key: `${key}.CalendarId`, table: 'calendars', id: block.calendarId, isStaffed: true });
    if (!('left' in block)) return own;
    return [
      ...own,
      ...referencesOfBlocks(block.left, `${key}.Left`),
      ...referencesOfBlocks(block.right, `${key}.Right`),
    ];
  });
}
