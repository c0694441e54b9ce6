// Verifies the address of a company by a mailed link: mails name only proved addresses, and a company writes its own
// texts only with one.

import { sql } from 'kysely';
import type { company } from '#contract/company/details.ts';
import type { Output } from '#contract/lib/service.ts';
import { companyTransaction, transaction } from '#server/db/transaction.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context, SignedIn } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { plainName } from '#server/lib/plain-name.ts';
import { invalid } from '#server/lib/refusal.ts';
import { findLink, invalidLink, issueLink, throttleLinks } from '#server/lib/session/action-link.ts';
import { proveAddress } from '#server/messaging/mail/proved-addresses.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { detailsOf } from './store.ts';

/**
 * Sends another mail with a new link; the previous link becomes invalid. Throws 417 without an address, and 429 after
 * five in a quarter of an hour, or five a day to one address.
 */
export async function sendCompanyVerification(context: SignedIn): Promise<undefined> {
  const { companyId, language } = context.user;
  const { name, eMail, isEMailVerified } = await detailsOf(context, companyId);
  if (!eMail) throw invalid('eMail', 'company.noEMail');
  if (isEMailVerified) return;
  await throttle(
    context,
    { action: 'company verification', subject: companyId, max: 5, minutes: 15 },
    { action: 'company verification address', subject: eMail.toLowerCase(), max: 5, minutes: 24 * 60 },
  );
  await companyTransaction(context, { readOnly: false }, async (tx) => {
    const token = await issueLink(tx, { purpose: 'company', companyId, eMail });
    const refusal = await queueAccountMail(tx, 'verifyCompany', {
      to: eMail,
      language,
      companyId,
      // Anyone can register a company and give it the address of another.
      company: plainName(name) || '–',
      url: accountUrls.verifyCompany(tx, token),
    });
    if (refusal) throw refusal;
  });
}

/**
 * Returns what the link verifies, or has verified. Throws 404 for an expired link, and after the company changed its
 * address.
 */
export async function readVerification(
  context: Context,
  { actionHash }: { actionHash: string },
): Promise<Output<typeof company.getVerification>> {
  await throttleLinks(context);
  const { name, eMail, isVerified } = await companyOf(context, await findLink(context, ['company'], actionHash));
  return { companyName: name, eMail, isVerified };
}

/**
 * Marks the address as verified, for the company and as a recipient. The link stays until it expires: people open it
 * again, and learn that the address is verified.
 */
export async function verifyCompanyAddress(
  context: Context,
  { actionHash }: { actionHash: string },
): Promise<undefined> {
  await throttleLinks(context);
  await transaction(context, async (tx) => {
    const { id, eMail } = await companyOf(tx, await findLink(tx, ['company'], actionHash));
    // Of two clicks at once, one has an effect.
    const { numUpdatedRows } = await tx.db
      .updateTable('companies')
      .set({ verifiedEMail: eMail, eMailVerifiedAt: tx.clock.now() })
      .where('id', '=', id)
      .where(sql`lower(verified_e_mail)`, '<>', eMail.toLowerCase())
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await proveAddress(tx, eMail);
    await audit(tx, `Verified the company's address ${eMail}`, { userId: null, userName: eMail, companyId: id });
  });
}

/** The company of a link, while its address is the one that the link was sent to. */
async function companyOf(
  { db }: Pick<Context, 'db'>,
  link: { companyId: string | null; eMail: string } | undefined,
): Promise<{ id: string; name: string; eMail: string; isVerified: boolean }> {
  const found = await db
    .selectFrom('companies')
    .select(['id', 'name', 'eMail', 'verifiedEMail'])
    .where('id', '=', link?.companyId ?? null)
    .executeTakeFirst();
  if (!link || !found || found.eMail.toLowerCase() !== link.eMail.toLowerCase()) throw invalidLink();
  return { ...found, isVerified: found.verifiedEMail.toLowerCase() === found.eMail.toLowerCase() };
}
