// Lists the suppressed addresses for the operator, who can allow one again.
import { sql } from 'kysely';
import { systemSuppressedAddresses } from '#contract/messaging/suppressed-addresses.ts';
import { transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';

export const suppressedAddressRoutes = serve(systemSuppressedAddresses.operations, {
  ...gridOf(systemSuppressedAddresses, {
    // Expired entries only count repetitions.
    rows: ({ db, clock }) =>
      db
        .selectFrom('suppressions')
        .select(['id', 'address as eMail', 'reason', 'evidence', 'createdAt', 'expiresAt', 'times'])
        .where('medium', '=', 'mail')
        .where((row) =>
          row.or([row('expiresAt', 'is', null), row('expiresAt', '>', sql<Temporal.Instant>`${clock.now()}`)]),
        ),
  }),
  allow,
});

/** A later rejection counts as the first. Throws 404 for an unknown entry. */
function allow(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  return transaction(context, async (tx) => {
    const found = await tx.db.deleteFrom('suppressions').where('id', '=', id).returning('address').executeTakeFirst();
    if (!found) throw notFound();
    await audit(tx, `Allowed mail to ${found.address} again`);
    return undefined;
  });
}
