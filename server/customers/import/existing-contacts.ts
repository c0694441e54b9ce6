// Finds the customers that the rows of a file match.
import { sql } from 'kysely';
import type { ConsentChannel } from '#contract/customers/consent.ts';
import { importedFields } from '#contract/customers/contact-fields.ts';
import { fieldsAsText } from '#server/customers/contacts/contact-columns.ts';
import type { Db } from '#server/db/pool.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Rest } from '#server/lib/rest-between.ts';
import { batches } from './batches.ts';
import type { ImportedContact, ImportedValues } from './read-rows.ts';

/** An import completes everything but the name, by which it finds a contact. */
export const filledFields = importedFields.filter((field) => field !== 'name');
export type FilledValues = Omit<ImportedValues, 'name'>;

export interface Existing extends FilledValues {
  id: string;
  hasTags: boolean;
  consents: Partial<Record<ConsentChannel, boolean>> | null;
}

/** The contacts that rows match, by the line of the row: as bookings do, and by name where both lack an address. */
export async function findExisting(
  { db, user }: Pick<SignedIn, 'db' | 'user'>,
  contacts: readonly ImportedContact[],
  rest: Rest,
): Promise<Map<number, Existing>> {
  const found = new Map<number, Existing>();
  for (const batch of batches(contacts)) {
    const rows = await matching(db, user.companyId, batch);
    for (const { line, ...existing } of rows) if (!found.has(line)) found.set(line, existing);
    await rest();
  }
  return found;
}

async function matching(db: Db, companyId: string, contacts: readonly ImportedContact[]) {
  const given = contacts.map(({ line, nameKey, eMailKey, phoneKey }) => ({ line, nameKey, eMailKey, phoneKey }));
  const { rows } = await sql<Existing & { line: number }>`
    with given as materialized (
      select line, "nameKey" as name_key, "eMailKey" as e_mail_key, "phoneKey" as phone_key
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(line integer, "nameKey" text, "eMailKey" text, "phoneKey" text)
    ), matches as (
      select g.line, c.id, c.merged_into, c.created_at, 0 as rank from given g
      join contacts c on c.company_id = ${companyId} and c.e_mail_key = g.e_mail_key and c.e_mail_key <> '' and c.name_key = g.name_key
      union all
      select g.line, c.id, c.merged_into, c.created_at, 1 from given g
      join contacts c on c.company_id = ${companyId} and c.phone_key = g.phone_key and c.phone_key <> '' and c.name_key = g.name_key
      union all
      select g.line, c.id, c.merged_into, c.created_at, 2 from given g
      join contacts c on c.company_id = ${companyId} and c.name_key = g.name_key and c.e_mail_key = '' and c.phone_key = ''
      where g.e_mail_key = '' and g.phone_key = '' and c.merged_into is null
    ), best as (
      select distinct on (line) line, coalesce(merged_into, id) as id from matches
      order by line, rank, merged_into is not null, created_at, id)
    select b.line, c.id, ${fieldsAsText},
      exists (select from contact_tags t where t.company_id = c.company_id and t.contact_id = c.id) as has_tags,
      (select jsonb_object_agg(latest.channel, latest.is_given) from (
        select distinct on (s.channel) s.channel, s.is_given from consents s
        where s.company_id = c.company_id and s.contact_id = c.id order by s.channel, s.created_at desc, s.id desc) latest) as consents
    from best b join contacts c on c.company_id = ${companyId} and c.id = b.id`.execute(db);
  return rows;
}
