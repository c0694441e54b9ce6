// The queries of the customers that a caller reaches.
import { sql } from 'kysely';
import { contactFieldNames } from '#contract/customers/contact-fields.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import { isInReach, reachTable } from '#server/customers/reach/reach.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { phoneKeyIn } from './phone-key-in.ts';

/** The fields that are answered as they are stored. */
const ownFields = sql.join(
  contactFieldNames.filter((field) => field !== 'preferredChannel').map((field) => sql.ref(`c.${field}`)),
);

/** Customers number up to hundreds of thousands: plain words are searched in one indexed text. */
export const contactSource = {
  rows: ({ user }) => sql<object>`
    select c.id, ${ownFields}, c.name_key, c.search_text, c.last_visit, c.next_visit, c.visits_count, c.no_shows, c.spent,
      coalesce(nullif(c.preferred_channel, ''), 'any') as preferred_channel, c.created_at, ${versionOf('c')},
      array(select t.tag from contact_tags t where t.company_id = c.company_id and t.contact_id = c.id order by t.tag) as tags
    from contacts c
    where c.company_id = ${user.companyId} and c.merged_into is null and ${isInReach(user)}`,
  shared: ({ user }) => reachTable(user),
  searchColumn: { column: 'searchText', of: companyContacts.declared.wordFields },
  foldedColumns: { all: 'searchText', fields: { name: 'nameKey' } },
  limitsToCompany: true,
} satisfies RowSource;

/** Tags offered while typing. */
const maxTags = 500;

/** The tags in use. Skips from tag to tag in the index, whose rows are as many as tagged customers. */
export async function listTags({ db, user }: SignedIn): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with recursive used as (
      (select tag from contact_tags where company_id = ${user.companyId} order by tag limit 1)
      union all
      select (select t.tag from contact_tags t where t.company_id = ${user.companyId} and t.tag > u.tag order by t.tag limit 1)
      from used u where u.tag is not null)
    select tag from used where tag is not null order by folded(tag) limit ${maxTags}`.execute(db);
  return rows.map(({ tag }) => tag);
}

/** Contacts offered when an address is taken. */
const maxSame = 5;

interface Address {
  companyId: string;
  eMail: string;
  phoneNumber: string;
}

/** Selects contacts `c` with this e-mail or number, as a subquery. */
export async function sameAddress(db: Db, { companyId, eMail, phoneNumber }: Address) {
  const phoneKey = await phoneKeyIn(db, companyId, phoneNumber);
  return sql`(
    select id, name, e_mail, phone_number, name_key from contacts
    where company_id = ${companyId} and merged_into is null and e_mail_key = ${eMail.trim().toLowerCase()} and e_mail_key <> ''
    union
    select id, name, e_mail, phone_number, name_key from contacts
    where company_id = ${companyId} and merged_into is null and phone_key = ${phoneKey} and phone_key <> '')`;
}

/** Contacts with the address or number and another name. Everyone may search these fields of all of the company. */
export async function findSameAddress(
  { db, user }: SignedIn,
  { eMail, phoneNumber, name }: { eMail: string; phoneNumber: string; name: string },
): Promise<JsonText> {
  const same = await sameAddress(db, { companyId: user.companyId, eMail, phoneNumber });
  return listAsJson(
    db,
    companyContacts.operations.findSameAddress.output,
    sql`select c.id, c.name, c.e_mail, c.phone_number from ${same} c
      where c.name_key <> folded(${name}) order by c.name_key, c.id limit ${maxSame}`,
  );
}
