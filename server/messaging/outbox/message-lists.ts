// What the lists of messages of all media share: how names are looked up, and how a log is cleared.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { companyNames } from '#server/lib/grid/company-names.ts';
import type { Source } from '#server/lib/grid/source.ts';

/** Maximum number of matching locations. */
const maxLocations = 1_000;

export const messageLookups = {
  company: companyNames,
  location: {
    column: 'locationId',
    async ids({ db, user }, pattern) {
      const ofCompany = user.actions.includes('sys') ? sql`` : sql`and company_id = ${user.companyId}`;
      const { rows } = await sql<{ id: string }>`
        select id from locations where folded(name) like ${pattern} ${ofCompany} limit ${maxLocations}`.execute(db);
      return rows.map(({ id }) => id);
    },
  },
} satisfies Source['lookups'];

/** Deletes the attempts of one medium; the messages and their states stay. */
export function clearAttempts(medium: string, list: string) {
  return (context: SignedIn): Promise<undefined> =>
    transaction(context, async (tx) => {
      await sql`
        delete from delivery_attempts a using deliveries d where d.id = a.delivery_id and d.medium = ${medium}`.execute(
        tx.db,
      );
      await audit(tx, `Cleared ${list}`);
      return undefined;
    });
}
