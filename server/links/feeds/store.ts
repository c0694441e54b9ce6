// The queries of the feeds of calendars and locations.
import { type RawBuilder, sql } from 'kysely';
import { type Feed, feeds } from '#contract/links/feeds.ts';
import { mayUse, type Reader, worksAt } from '#server/booking/times/may-use.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';

/** The columns of a feed `f` with its maker `u`. */
const feedColumns = sql<Feed>`f.id, f.calendar_id, f.location_id, f.detail, ${personNameOrLogIn} as made_by, f.created_at, f.last_read_at`;

/** The feeds of all calendars and locations whose events the user may see, the newest last. */
export function listFeeds({ db, user }: SignedIn): Promise<JsonText> {
  return listAsJson(
    db,
    feeds.getAll.output,
    sql`
      select ${feedColumns} from feeds f join users u on u.id = f.created_by
      where ${mayUseFeed(user)} order by f.created_at, f.id`,
  );
}

/** The locations whose events the user may see, by name. */
export function listFeedPlaces({ db, user }: SignedIn): Promise<JsonText> {
  return listAsJson(
    db,
    feeds.getPlaces.output,
    sql`select l.id, l.name from locations l where ${mayReadPlace(user)} order by lower(l.name), l.id`,
  );
}

/** One feed that the user may see. */
export async function findFeedOfStaff({ db, user }: SignedIn, id: string): Promise<Feed | undefined> {
  const { rows } = await sql<Feed & { createdAt: Temporal.Instant; lastReadAt: Temporal.Instant | null }>`
    select ${feedColumns} from feeds f join users u on u.id = f.created_by
    where f.id = ${id} and ${mayUseFeed(user)}`.execute(db);
  const [row] = rows;
  return row && { ...row, createdAt: row.createdAt.toString(), lastReadAt: row.lastReadAt?.toString() ?? null };
}

/** Whether the user may see what a feed `f` of a calendar or a location shows, and so end it. */
export function mayUseFeed(user: Reader): RawBuilder<boolean> {
  return sql<boolean>`(f.company_id = ${user.companyId} and (
    exists (select from calendars k where k.company_id = f.company_id and k.id = f.calendar_id and ${mayUse(user)})
    or exists (select from locations l where l.company_id = f.company_id and l.id = f.location_id and ${mayReadPlace(user)})))`;
}

/** Whether the user may see all that takes place at a location `l`: administrators of the company, and of the location. */
export function mayReadPlace(user: Reader): RawBuilder<boolean> {
  if (user.actions.includes('admin')) return sql<boolean>`l.company_id = ${user.companyId}`;
  if (!user.actions.includes('lcladmin')) return sql<boolean>`false`;
  return sql<boolean>`(l.company_id = ${user.companyId} and ${worksAt(user, sql`l.id`)})`;
}
