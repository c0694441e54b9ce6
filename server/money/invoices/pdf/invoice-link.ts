// Links of mails that open an invoice without a session.
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';

/** For so long a link opens its invoice. */
const lifetime = Temporal.Duration.from({ hours: 90 * 24 });

/** Adds a link in the caller's transaction, and returns its address. Only the hash of its token is stored. */
export async function addInvoiceLink(
  { db, clock, publicUrl }: ServiceContext,
  { companyId, invoiceId }: { companyId: string; invoiceId: string },
): Promise<string> {
  const token = newToken();
  const now = clock.now();
  const { id } = await db
    .selectFrom('invoiceFiles')
    .select('id')
    .where('companyId', '=', companyId)
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('invoiceLinks')
    .values({ tokenHash: hashToken(token), companyId, invoiceId, expiresAt: now.add(lifetime), createdAt: now })
    .execute();
  return `${publicUrl}/Pdf?Id=${id}&Token=${token}`;
}

/** Whether the token is that of a link to the invoice, and still works. */
export async function isInvoiceLink(
  db: Db,
  { token, companyId, invoiceId, now }: { token: string; companyId: string; invoiceId: string; now: Temporal.Instant },
): Promise<boolean> {
  const found = await db
    .selectFrom('invoiceLinks')
    .select('invoiceId')
    .where('tokenHash', '=', hashToken(token))
    .where('companyId', '=', companyId)
    .where('invoiceId', '=', invoiceId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}
