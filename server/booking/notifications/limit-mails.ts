// Limits the mails about appointments that one address receives: anybody can type the address of another person.
import type { ServiceContext } from '#server/lib/context.ts';
import { countInTransaction } from '#server/lib/http/throttle.ts';
import type { Refusal } from '#server/lib/refusal.ts';
import { isAddressProved } from '#server/messaging/mail/proved-addresses.ts';

/**
 * Mails a day, over all companies: every mail to an unproved address counts, but only requests of visitors to a proved
 * one.
 */
export const maxMailsADay = { unproved: 10, proved: 50 };

/** Counts a mail in the caller's transaction. Returns the refusal (429) when the address has had its mails of the day. */
export async function countMail(
  tx: ServiceContext,
  eMail: string,
  { isRequest }: { isRequest: boolean },
): Promise<Refusal | undefined> {
  const proved = await isAddressProved(tx, eMail);
  if (proved && !isRequest) return undefined;
  return countInTransaction(tx, {
    action: proved ? 'request mail' : 'appointment mail',
    subject: eMail.toLowerCase(),
    max: maxMailsADay[proved ? 'proved' : 'unproved'],
    minutes: 24 * 60,
    code: 'booking.tooManyMails',
  });
}
