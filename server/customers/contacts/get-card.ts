// Reads all about one customer.
import { sql } from 'kysely';
import { consent } from '#contract/customers/consent.ts';
import { companyContacts, contact, contactCard } from '#contract/customers/contacts.ts';
import { consentRows } from '#server/customers/consent/consent-rows.ts';
import { findReachable } from '#server/customers/reach/find-reachable.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { rowsOf } from '#server/lib/grid/source.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { oneAsJson, withFieldNames } from '#server/lib/sql/as-json.ts';
import { contactSource } from './store.ts';

const { merges, sameAddress } = contactCard.shape;

/** Throws 404 for a customer out of the caller's reach. */
export async function getCard(context: SignedIn, { id }: { id: string }): Promise<JsonText> {
  const { companyId } = context.user;
  const contactId = await findReachable(context, id);
  const rows = sql<object>`select r.* from (${rowsOf(contactSource, context)}) r where r.id = ${contactId}`;
  const mergeRows = sql<object>`
    select m.id, c.name, m.created_at from contact_merges m
    join contacts c on c.company_id = m.company_id and c.id = m.merged_id
    where m.company_id = ${companyId} and m.contact_id = ${contactId} and m.undone_at is null order by m.created_at desc`;
  const same = sql<object>`
    select o.id, o.name, o.e_mail, o.phone_number from (
      select c.* from contacts me join contacts c on c.company_id = me.company_id and c.e_mail_key = me.e_mail_key
      where me.company_id = ${companyId} and me.id = ${contactId} and c.e_mail_key <> ''
      union
      select c.* from contacts me join contacts c on c.company_id = me.company_id and c.phone_key = me.phone_key
      where me.company_id = ${companyId} and me.id = ${contactId} and c.phone_key <> '') o
    where o.id <> ${contactId} and o.merged_into is null order by o.name_key, o.id limit 20`;
  const list = (
    schema: typeof contact | typeof consent | typeof merges.element | typeof sameAddress.element,
    query: typeof rows,
  ) => sql`(select coalesce(json_agg(row_to_json(wire)), '[]'::json) from (${withFieldNames(schema, query)}) wire)`;
  const card = await oneAsJson(
    context.db,
    companyContacts.operations.getCard.output,
    sql`select (select row_to_json(wire) from (${withFieldNames(contact, rows)}) wire) as contact,
      ${list(consent, consentRows(companyId, contactId))} as consents,
      ${list(merges.element, mergeRows)} as merges, ${list(sameAddress.element, same)} as same_address`,
  );
  if (!card) throw notFound();
  return card;
}
