// Whoever books or is booked becomes a contact of the company, once for an address.
import { randomUUIDv7 } from 'node:crypto';
import type { ServiceContext } from '#server/lib/context.ts';

/** Remembers a person; one without an address, or known by it already, is left as it is. */
export async function saveContact(
  context: ServiceContext,
  person: { companyId: string; name: string; eMail: string; phoneNumber: string },
): Promise<void> {
  if (!person.name || !person.eMail) return;
  await context.db
    .insertInto('contacts')
    .values({
      companyId: person.companyId,
      id: randomUUIDv7(),
      name: person.name,
      eMail: person.eMail,
      phoneNumber: person.phoneNumber,
      createdAt: context.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
