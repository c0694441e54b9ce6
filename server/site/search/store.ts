// One query over everything that can be searched and that the caller may see. Row-level security limits it to their
// company.
import { type RawBuilder, sql } from 'kysely';
import { type SearchResult, searches } from '#contract/site/search.ts';
import { mayUse, mayUseEvent } from '#server/booking/times/may-use.ts';
import { reachesContact } from '#server/customers/reach/reach.ts';
import type { Db } from '#server/db/pool.ts';
import type { CurrentUser } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { messagesBelow } from '#server/lib/i18n.ts';
import { oneAsJson } from '#server/lib/sql/as-json.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { escaped } from '#server/lib/sql/search-words.ts';

type Kind = SearchResult['kind'];

export interface SearchQuery {
  /** Folded; every word must be found. */
  words: readonly string[];
  /** Only this kind. */
  kind: Kind | undefined;
  now: Temporal.Instant;
  limit: number;
  offset: number;
}

/** Matches of one kind that are ranked and counted, on each side of the present for events. */
const maxMatches = 250;

/**
 * A page of matches: first those that begin with the first word, then those with a word that does, then the rest; among
 * equals contacts, people, pages, events, with the events nearest to now first. Of many matches it ranks and counts the
 * first contacts by name, and the nearest events. Without a word of three letters, contacts and events have its longest
 * word at the beginning of a word.
 */
export async function findRecordsByWords(
  db: Db,
  user: CurrentUser,
  query: SearchQuery,
): Promise<{ totalRows: number; searches: SearchResult[] }> {
  const first = escaped(query.words[0] ?? '');
  const patterns = query.words.map((word) => `%${escaped(word)}%`);
  const usable = sql`array(select k.id from calendars k where ${mayUse(user)})`;
  const matches: Matches = {
    contacts: sql`find_contacts(${patterns}::text[], ${maxMatches}::int)`,
    events: sql`find_events(${usable}, ${patterns}::text[], ${query.now}::timestamptz, ${maxMatches}::int)`,
    where: (text) => sql<boolean>`folded(${text}) like all (${patterns}::text[])`,
  };
  const { rows } = await sql<{ totalRows: number; searches: SearchResult[] }>`
    with matching as materialized (
      select found.*, folded(name) as folded_name from (${searchable(user, query.now, matches, query.kind)}) found),
    paged as (
      select row_number() over () as position, found.* from (
        select * from matching order by
          case when folded_name like ${`${first}%`} then 0 when folded_name like ${`% ${first}%`} then 1 else 2 end,
          array_position(array['contact', 'person', 'page', 'event'], kind),
          abs(extract(epoch from at - ${query.now})), folded_name, id
        limit ${query.limit} offset ${query.offset}) found)
    select (select count(*) from matching) as total_rows, (
      select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'name', name, 'eMail', e_mail,
        'phoneNumber', phone_number, 'sRef', s_ref) order by position), '[]') from paged) as searches`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('An aggregate has one row.');
  return found;
}

/** One result by its id; undefined if it does not exist or the caller may not see it. */
export function findById(db: Db, user: CurrentUser, id: string, now: Temporal.Instant): Promise<JsonText | undefined> {
  return oneAsJson(
    db,
    searches.getById.output,
    searchable(user, now, {
      contacts: sql`contacts`,
      events: sql`appointments`,
      where: (_, key) => sql<boolean>`${key} = ${id}::uuid`,
    }),
  );
}

/** The rows to search: the tables that can be large as functions that use an index, the others by a condition. */
interface Matches {
  contacts: RawBuilder<unknown>;
  events: RawBuilder<unknown>;
  where: (text: RawBuilder<unknown>, id: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/** The rows of every kind that match. */
function searchable(
  user: CurrentUser,
  now: Temporal.Instant,
  { contacts, events, where }: Matches,
  kind?: Kind,
): RawBuilder<object> {
  // Pages have their names of the menu in the person's language.
  const pageNames = messagesBelow(user.language, 'app.menuName');
  const kinds: Record<Kind, () => RawBuilder<object>> = {
    contact: () => sql`
      select c.id, 'contact' as kind, c.name, c.e_mail, c.phone_number,
        case when ${reachesContact(user)} then '/app/company/contacts/' || c.id else '' end as s_ref, null::timestamptz as at
      from ${contacts} c
      where c.company_id = ${user.companyId} and c.merged_into is null and 
        ${where(sql`c.name || ' ' || c.e_mail || ' ' || c.phone_number || ' ' || c.phone_key`, sql`c.id`)}`,
    event: () => sql`
      select v.id, 'event' as kind, v.title as name, v.e_mail, v.phone_number,
        '/app/user/calendars?event=' || v.id || '&date=' ||
          coalesce(v.start_date, wall_time(v.start_at, v.time_zone)::date) ||
          case when k.user_id = ${user.id} then '' else '&calendar=' || k.id end as s_ref, v.start_at as at
      from calendars k join ${events} v on v.company_id = k.company_id and v.calendar_id = k.id
      where ${mayUseEvent(user)} and v.is_shown and (v.held_until is null or v.held_until > ${now})
        and ${where(sql`v.title || ' ' || v.name || ' ' || v.e_mail || ' ' || v.phone_number`, sql`v.id`)}`,
    person: () => sql`
      select u.id, 'person' as kind, ${userName} as name, u.log_in as e_mail, e.phone_number,
        coalesce(
          (select '/app/user/calendars?calendar=' || k.id from calendars k
            where k.company_id = e.company_id and k.user_id = e.user_id and ${mayUse(user)}),
          (select '/' || l.url_name || '/' || e.url_name from employee_locations el
            join locations l on l.company_id = el.company_id and l.id = el.location_id
            where el.company_id = e.company_id and el.user_id = e.user_id and e.is_profile_public
            order by l.name, l.id limit 1),
          '') as s_ref, null::timestamptz as at
      from employees e join users u on u.id = e.user_id
      where e.company_id = ${user.companyId}
        and ${where(sql`u.first_name || ' ' || u.last_name || ' ' || u.log_in || ' ' || e.phone_number`, sql`u.id`)}`,
    page: () => sql`
      select p.id, 'page' as kind, min(coalesce(w.said, m.name)) as name, '' as e_mail, '' as phone_number, p.s_ref, null::timestamptz as at
      from pages p join menu_items m on m.page_id = p.id
      left join unnest(${Object.keys(pageNames)}::text[], ${Object.values(pageNames)}::text[]) w(key, said) on w.key = m.name_key
      where can_open_page(p, ${user.actions}::text[], ${user.pages}::text[])
        and ${where(sql`concat_ws(' ', w.said, m.name, p.name)`, sql`p.id`)}
      group by p.id`,
  };
  const chosen = kind ? [kinds[kind]()] : Object.values(kinds).map((query) => query());
  return sql`${sql.join(chosen, sql` union all `)}`;
}
