// Lists every person and every group with everything that can be granted to them.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { type GrantKind, type GroupGrantKind, grant, grantKinds } from '#contract/identity/grants.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { isOperator } from '#server/lib/sql/is-operator.ts';
import { userName } from '#server/lib/sql/person-name.ts';
import { grantTables } from './grant-tables.ts';
import { mayGrant } from './may-grant.ts';
import type { GrantScope } from './scope.ts';

/** The switches of one kind. The texts of a person repeat in a row per thing, so they are folded beforehand. */
export function grantSource(kind: GrantKind, scope: GrantScope): RowSource {
  return {
    rows: (context) => switches(context, kind, scope, sql`true`),
    foldedColumns: {
      all: 'foldedTexts',
      fields: {
        person: 'foldedPerson',
        logIn: 'foldedLogIn',
        firstName: 'foldedFirstName',
        lastName: 'foldedLastName',
        eMail: 'foldedLogIn',
        name: 'foldedName',
        company: 'foldedCompany',
      },
    },
  };
}

/**
 * Every switch of one person, sorted by company, kind and name. Throws 404 for an unknown person or one of another
 * company.
 */
export async function listGrantsOf(context: SignedIn, { id }: { id: string }, scope: GrantScope): Promise<JsonText> {
  const ofOne = grantKinds.map(
    (kind, place) =>
      sql`select ${place}::int as place, own.* from (${switches(context, kind, scope, sql`u.id = ${id}`)}) own`,
  );
  // A person who works for a company always has at least one switch.
  const rows = sql<object>`select * from (${sql.join(ofOne, sql` union all `)}) every_switch
    order by company, company_id, place, name, id`;
  const listed = await listAsJson(context.db, z.array(grant), rows);
  if (listed.text === '[]') throw notFound();
  return listed;
}

/** Every person that meets the condition, combined with every thing. Unused columns cost nothing. */
function switches(
  { user }: SignedIn,
  kind: GrantKind,
  { anywhere }: GrantScope,
  condition: Fragment,
): RawBuilder<object> {
  const { ofPerson, column, things, has, isOfCompany } = grantTables[kind];
  const person = sql`coalesce(nullif(${userName}, '') || ' (' || u.log_in || ')', u.log_in)`;
  // `offset 0` has what is folded there folded once for each person and each thing, not for each switch.
  return sql<object>`
    select e.switches || t.id::text as id, ${kind}::text as kind, e.user_id, e.company_id, e.person, e.log_in,
      e.first_name, e.last_name, e.log_in as e_mail, t.name, e.company, e.folded_person, e.folded_log_in,
      e.folded_first_name, e.folded_last_name, e.folded_company, t.folded_name,
      concat_ws(chr(10), e.folded_person, e.folded_company, t.folded_name) as folded_texts,
      case when e.user_id = ${user.id} then 'notOneself'
        when ${!user.actions.includes('sys')} and ${isOperator(sql`e.user_id`)} then 'isOperator'
        when not ${mayGrant(user)} then 'onlyWhatOneHas' end as locked,
      exists (select from effective_rights(e.company_id, e.user_id) rights where ${has}) as has,
      exists (select from ${sql.ref(ofPerson)} own
        where own.company_id = e.company_id and own.user_id = e.user_id and ${sql.ref(`own.${column}`)} = t.id) as allow
    from (
      select e.company_id, e.user_id, concat_ws('.', ${kind}::text, e.company_id, e.user_id, '') as switches,
        ${person} as person, u.log_in, u.first_name, u.last_name, c.name as company,
        folded(${person}) as folded_person, folded(u.log_in) as folded_log_in,
        folded(u.first_name) as folded_first_name, folded(u.last_name) as folded_last_name,
        folded(c.name) as folded_company
      from employees e join users u on u.id = e.user_id join companies c on c.id = e.company_id
      where (${anywhere} or e.company_id = ${user.companyId}) and ${condition} offset 0) e
    join (select t.*, folded(t.name) as folded_name from (${things(user.language)}) t where ${anywhere} or not t.only_sys offset 0) t
      on ${isOfCompany ? sql`t.company_id = e.company_id` : sql`true`}`;
}

/** The switches of groups. */
export function groupGrantSource(kind: GroupGrantKind): RowSource {
  const { ofGroup = '', column, things } = grantTables[kind];
  const rows = ({ user }: SignedIn) => sql<object>`
    select concat_ws('.', ${kind}::text, g.id, t.id) as id, ${kind}::text as kind, g.name as group_name, t.name,
      exists (select from ${sql.ref(ofGroup)} own where own.group_id = g.id and ${sql.ref(`own.${column}`)} = t.id) as allow
    from groups g cross join (${things(user.language)}) t`;
  return { rows };
}

type Fragment = RawBuilder<unknown>;
