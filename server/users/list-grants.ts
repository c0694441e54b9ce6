// Every person with everything that could be granted to him.
import { sql } from 'kysely';
import { z } from 'zod';
import { type GrantKind, type GroupGrantKind, grant, grantKinds, groupGrant } from '#contract/grants.ts';
import { JsonText } from '#server/lib/answer.ts';
import { listAsJson, renamed } from '#server/lib/as-json.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { grantTables, mayGrant } from './grant-tables.ts';

export interface Scope {
  /** Of every company, not only of the caller's own. */
  anywhere: boolean;
}
interface Wanted {
  pageNr: number;
  rowsPerPage: number;
  search: string;
}

/** A page of the switches of one kind, by company, person and name. */
export async function listGrants(context: SignedIn, kind: GrantKind, wanted: Wanted, scope: Scope): Promise<JsonText> {
  const text = sql`u.log_in || ' ' || u.first_name || ' ' || u.last_name || ' ' || t.name || ' ' || c.name`;
  const which = whose(context, kind, scope, finds(text, wanted));
  const order = sql`order by c.name, c.id, u.last_name, u.first_name, u.id, t.name, t.id`;
  // What is skipped is not looked into: first which ones, then all about them.
  const rows = sql<object>`select ${columns(context, kind)}
    from (select e.company_id, e.user_id, t.id as thing_id ${which} ${order} ${part(wanted)}) page
    join employees e on e.company_id = page.company_id and e.user_id = page.user_id
    join users u on u.id = page.user_id join companies c on c.id = page.company_id
    join (${grantTables[kind].things}) t on t.id = page.thing_id ${order}`;
  return paged(context.db, renamed(grant, rows), which);
}

/** Every switch of one person, by company, kind and name. 404 for somebody unknown or of another company. */
export async function listGrantsOf(context: SignedIn, { id }: { id: string }, scope: Scope): Promise<JsonText> {
  const ofOne = grantKinds.map(
    (kind, place) =>
      sql`(select ${columns(context, kind)}, ${place}::int as place ${whose(context, kind, scope, sql`u.id = ${id}`)})`,
  );
  // There is always something that could be granted to somebody who works somewhere.
  const rows = sql<object>`select * from (${sql.join(ofOne, sql` union all `)}) every_switch
    order by company, company_id, place, name, id`;
  const listed = await listAsJson(context.db, z.array(grant), rows);
  if (listed.text === '[]') throw notFound();
  return listed;
}

/** Every person with every thing. */
function whose({ user }: SignedIn, kind: GrantKind, { anywhere }: Scope, which: Fragment): Fragment {
  return sql`
    from employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id
    cross join (${grantTables[kind].things}) t
    where (${anywhere} or e.company_id = ${user.companyId}) and (t.company_id is null or t.company_id = e.company_id)
      and (${anywhere} or not t.only_sys) and ${which}`;
}

/** What is told of a switch: of the employee `e`, the user `u`, his company `c` and the thing `t`. */
function columns({ user }: SignedIn, kind: GrantKind): Fragment {
  const { ofPerson, column, has } = grantTables[kind];
  return sql`concat_ws('.', ${kind}::text, e.company_id, e.user_id, t.id) as id, ${kind}::text as kind,
    e.user_id, e.company_id, u.log_in, u.first_name, u.last_name, u.log_in as e_mail, t.name, c.name as company,
    case when e.user_id = ${user.id} then 'notOneself'
      when ${!user.actions.includes('sys')} and exists (select from effective_rights(e.company_id, e.user_id) his
        where 'sys' = any(his.actions)) then 'isOperator'
      when not ${mayGrant(user.actions)} then 'onlyWhatOneHas' end as locked,
    exists (select from effective_rights(e.company_id, e.user_id) his where ${has}) as has,
    exists (select from ${sql.ref(ofPerson)} own
      where own.company_id = e.company_id and own.user_id = e.user_id and ${sql.ref(`own.${column}`)} = t.id) as allow`;
}

/** A page of the switches of groups. */
export async function listGroupGrants({ db }: SignedIn, kind: GroupGrantKind, wanted: Wanted): Promise<JsonText> {
  const { ofGroup = '', column, things } = grantTables[kind];
  const from = sql`from groups g cross join (${things}) t where ${finds(sql`g.name || ' ' || t.name`, wanted)}`;
  const rows = sql<object>`
    select concat_ws('.', ${kind}::text, g.id, t.id) as id, ${kind}::text as kind, g.name as group_name, t.name,
      exists (select from ${sql.ref(ofGroup)} own where own.group_id = g.id and ${sql.ref(`own.${column}`)} = t.id) as allow
    ${from} order by g.name, g.id, t.name, t.id ${part(wanted)}`;
  return paged(db, renamed(groupGrant, rows), from);
}

type Fragment = ReturnType<typeof sql>;

async function paged(db: SignedIn['db'], rows: Fragment, from: Fragment): Promise<JsonText> {
  const answer = await sql<{ json: string }>`
    select json_build_object('TotalRows', (select count(*)::int ${from}),
      'Acl', (select coalesce(json_agg(row_to_json(wire)), '[]') from (${rows}) wire))::text as json`.execute(db);
  return new JsonText(answer.rows[0]?.json ?? '');
}

const part = ({ pageNr, rowsPerPage }: Wanted) => sql`limit ${rowsPerPage} offset ${(pageNr - 1) * rowsPerPage}`;

/** All words, in any order. */
function finds(text: Fragment, { search }: Wanted): Fragment {
  const words = search.trim().split(/\s+/).filter(Boolean).slice(0, 8);
  const likes = words.map((word) => sql`${text} ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
  return likes.length ? sql`(${sql.join(likes, sql` and `)})` : sql`true`;
}
