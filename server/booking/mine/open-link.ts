// Signs a browser in by the link of a mail.
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { invalidLink, throttleLinks } from '#server/lib/session/action-link.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { proveAddress } from '#server/messaging/mail/proved-addresses.ts';
import { findByLink } from './find-sign-in.ts';
import { setSignInCookie, signInDays } from './sign-in-cookie.ts';

/** Uses the link up. Throws 404 when it is used, expired or unknown. */
export async function openAppointmentsLink(context: Context, input: { actionHash: string }): Promise<undefined> {
  await throttleLinks(context);
  const opened = await transaction(context, async (tx) => {
    const now = tx.clock.now();
    const found = await findByLink(tx.db, input.actionHash, now);
    if (!found) throw invalidLink();
    const { numUpdatedRows } = await tx.db
      .updateTable('visitorSignIns')
      .set({ tokenHash: null, eMail: '', expiresAt: now.add({ hours: signInDays * 24 }) })
      .where('id', '=', found.id)
      // Of two clicks at once, one has it.
      .where('tokenHash', '=', hashToken(input.actionHash))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw invalidLink();
    await proveAddress(tx, found.eMail);
    return found;
  });
  await setSignInCookie(context, opened);
}
