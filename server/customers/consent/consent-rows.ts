// The consents of a customer, as answered.
import { type RawBuilder, sql } from 'kysely';
import { userName } from '#server/lib/sql/person-name.ts';

/** Selects the consents of a contact, with the name of the employee who recorded each. */
export function consentRows(companyId: string, contactId: string | RawBuilder<unknown>): RawBuilder<object> {
  return sql<object>`
    select s.id, s.channel, s.is_given, s.source, coalesce(${userName}, '') as person, s.shown_text, s.created_at, s.proved_at
    from consents s left join users u on u.id = s.user_id
    where s.company_id = ${companyId} and s.contact_id = ${contactId}
    order by s.created_at desc, s.id desc`;
}
