// Gives a hold that becomes a request or an appointment its customer.
import { findOrCreateContact } from '#server/customers/contacts/find-or-create-contact.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import type { StoredVisit } from './find-visit.ts';

/**
 * Returns the contact of a visit: a hold has none until a person agrees to it. Null without name, address and number.
 */
export async function joinContact(
  context: ServiceContext,
  visit: Pick<StoredVisit, 'companyId' | 'id' | 'contactId' | 'language' | 'name' | 'eMail' | 'phoneNumber'>,
): Promise<string | null> {
  if (visit.contactId) return visit.contactId;
  const contactId = await findOrCreateContact(context, visit);
  await context.db
    .updateTable('visits')
    .set({ contactId })
    .where('companyId', '=', visit.companyId)
    .where('id', '=', visit.id)
    .execute();
  return contactId;
}
