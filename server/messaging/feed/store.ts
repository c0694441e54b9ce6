// A person's reminders, newest first. Each company a person works for has a feed of its own.
import { type RawBuilder, sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import { type Reminder, reminder, reminders } from '#contract/messaging/feed.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser } from '#server/lib/context.ts';
import { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson, oneAsJson, withFieldNames } from '#server/lib/sql/as-json.ts';

type Owner = Pick<CurrentUser, 'id' | 'companyId'>;

/** The browser shows more than 99 unread reminders as `99+`. */
const maxListed = 100;

const columns = sql`id, type, text, link, created_at as created, visited_at is not null as visited`;
const newestFirst = sql`order by created_at desc, id desc`;
const of = ({ id, companyId }: Owner): RawBuilder<boolean> => sql`company_id = ${companyId} and user_id = ${id}`;

export function listReminders(
  db: Db,
  owner: Owner,
  { created, notVisited }: Parsed<typeof reminders.getByCreatedAndUser>,
): Promise<JsonText> {
  const since = created ? sql`and created_at >= ${created}` : sql``;
  const only = notVisited ? sql`and visited_at is null` : sql``;
  return listAsJson(
    db,
    reminders.getByCreatedAndUser.output,
    sql`select ${columns} from reminders where ${of(owner)} ${since} ${only} ${newestFirst} limit ${maxListed}`,
  );
}

export async function pageOfReminders(
  db: Db,
  owner: Owner,
  { pageNr, rowsPerPage }: Parsed<typeof reminders.getPaginatedByCreatedAndUser>,
): Promise<JsonText> {
  const page = sql<object>`select ${columns} from reminders where ${of(owner)} ${newestFirst}
    limit ${rowsPerPage} offset ${(pageNr - 1) * rowsPerPage}`;
  const { rows } = await sql<{ json: string }>`
    select json_build_object(
      'TotalRows', (select count(*) from reminders where ${of(owner)}),
      'Data', (select coalesce(json_agg(row_to_json(wire)), '[]') from (${withFieldNames(reminder, page)}) wire))::text as json`.execute(
    db,
  );
  return new JsonText(rows[0]?.json ?? '{}');
}

/** Finds one of the owner's reminders; undefined for any other id. */
export function findReminder(db: Db, owner: Owner, id: Reminder['id']): Promise<JsonText | undefined> {
  return oneAsJson(db, reminder, sql`select ${columns} from reminders where ${of(owner)} and id = ${id}`);
}
