// Lets only the links work that went to the present customer of a visit.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';

interface Customer {
  eMail: string;
  contactId: string | null;
}

/**
 * Revokes the links to the former address, and lets those to the present one work again. Links of SMS, which name no
 * address, end with another customer.
 */
export async function revokeLinks(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  { before, present }: { before: Customer; present: Customer },
): Promise<void> {
  const [former, current] = [before.eMail.toLowerCase(), present.eMail.toLowerCase()];
  const isOther = before.contactId !== null && before.contactId !== present.contactId;
  if (former === current && !isOther) return;
  await sql`
    update action_links set is_revoked = case when e_mail = '' then is_revoked or ${isOther} else lower(e_mail) <> ${current} end
    where company_id = ${companyId} and visit_id = ${id} and lower(e_mail) in ('', ${former}, ${current})`.execute(db);
}
