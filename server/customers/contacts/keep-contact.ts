// Whoever books or is booked becomes a contact of the company, once for an address.
import { randomUUIDv7 } from 'node:crypto';
import type { Work } from '#server/lib/context.ts';

/** Remembers a person; one without an address, or known by it already, is left as it is. */
export async function keepContact(
  work: Work,
  person: { companyId: string; name: string; eMail: string; phoneNumber: string },
): Promise<void> {
  if (!person.name || !person.eMail) return;
  await work.db
    .insertInto('contacts')
    .values({
      companyId: person.companyId,
      id: randomUUIDv7(),
      name: person.name,
      eMail: person.eMail,
      phoneNumber: person.phoneNumber,
      createdAt: work.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
