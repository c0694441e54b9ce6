// Finds the feed of an address, with the present rights of its maker.
import { sql } from 'kysely';
import type { FeedDetail } from '#contract/lib/feed-detail.ts';
import type { Db } from '#server/db/pool.ts';
import { hashToken } from '#server/lib/session/session.ts';

export type FoundFeed = OfStaff | OfCustomer;

interface Found {
  companyId: string;
  id: string;
  lastReadAt: Temporal.Instant | null;
}

export interface OfStaff extends Found {
  kind: 'person' | 'place';
  /** The calendar or the location. */
  subjectId: string;
  detail: FeedDetail;
  maker: { id: string; companyId: string; actions: string[] };
  /** The maker's. */
  language: string;
}

export interface OfCustomer extends Found {
  kind: 'customer' | 'visit';
  /** The contact or the visit. */
  subjectId: string;
  ownerHash: Buffer;
}

/** The events that are in a feed: those that overlap this time. */
export interface FeedRange {
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/** The calendar of a feed without its events. */
export interface FeedState {
  /** The name of the calendar. */
  name: string;
  timeZone: string;
  /** Changes with every event, and with the names of people and places. */
  version: string;
}

interface Row extends Found {
  kind: FoundFeed['kind'];
  subjectId: string;
  detail: FeedDetail;
  createdBy: string | null;
  actions: string[] | null;
  language: string | null;
  ownerHash: Buffer | null;
}

/** Returns undefined for an unknown token, and for one of a link that has been revoked. */
export async function findFeed(db: Db, token: string): Promise<FoundFeed | undefined> {
  const { rows } = await sql<Row>`
    select f.company_id, f.id, f.kind, coalesce(f.calendar_id, f.location_id, f.contact_id, f.visit_id) as subject_id,
      f.detail, f.created_by, f.last_read_at, f.owner_hash, rights.actions, l.key as language
    from feeds f
    left join lateral effective_rights(f.company_id, f.created_by) rights on f.created_by is not null
    left join users u on u.id = f.created_by
    left join languages l on l.id = u.language_id
    where f.token_hash = ${hashToken(token)} and not exists (
      select from action_links a where a.company_id = f.company_id and a.token_hash = f.link_hash and a.is_revoked)`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { companyId, id, lastReadAt, kind, subjectId, ownerHash, createdBy } = row;
  const found = { companyId, id, lastReadAt, subjectId };
  if (kind === 'person' || kind === 'place') {
    const maker = { id: createdBy ?? '', companyId, actions: row.actions ?? [] };
    return { ...found, kind, maker, detail: row.detail, language: row.language ?? 'en' };
  }
  return { ...found, kind, ownerHash: ownerHash ?? Buffer.alloc(0) };
}
