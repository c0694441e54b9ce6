// Limits the mails that one address receives, and that one company sends: anybody can type the address of another
// person, and anybody can register a company.
import type { MessageKey } from '#i18n/keys.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { countOfDay } from '#server/lib/http/throttle.ts';
import type { Refusal } from '#server/lib/refusal.ts';
import { isAddressProved } from './proved-addresses.ts';

/**
 * Mails in 24 hours. Over all companies: every mail to an unproved address counts, but only requests of visitors to a
 * proved one. Links for a new password have a limit of their own: others cannot use up the one way by which the owner
 * of an unproved address proves it. `ofCompany`: the mails of one company to one customer. `MAILS_PER_DAY` limits the
 * mails of a company to its customers.
 */
export const maxMailsADay = { unproved: 10, recover: 3, proved: 50, ofCompany: 20 };

/** Rows that count the mails of a company: bookings of its calendars do not wait for each other. */
const companyRows = 8;

interface CountedMail {
  companyId: string;
  isRequest: boolean;
  /** Goes to the address of the customer, not to one that the company chose. */
  isToCustomer: boolean;
}

/**
 * Counts a mail about an appointment in the caller's transaction. Returns the refusal (429) when the address or the
 * company has had its mails of the day.
 */
export async function countMail(
  tx: ServiceContext,
  eMail: string,
  { companyId, isRequest, isToCustomer }: CountedMail,
): Promise<Refusal | undefined> {
  const subject = eMail.toLowerCase();
  const code = 'booking.tooManyMails' as const;
  const proved = await isAddressProved(tx, eMail);
  if (!proved || isRequest) {
    const refusal = proved
      ? await countOfDay(tx, { action: 'request mail', subject, max: maxMailsADay.proved, code })
      : await countUnproved(tx, subject, code);
    if (refusal) return refusal;
  }
  if (!isToCustomer) return undefined;
  const ofCompany = { action: 'mail of company', subject: `${companyId} ${subject}`, max: maxMailsADay.ofCompany };
  return (
    (await countOfDay(tx, { ...ofCompany, code })) ??
    (await countOfDay(tx, {
      action: 'mails of company',
      subject: companyId,
      max: tx.config.mailsPerDay,
      rows: companyRows,
      code: 'booking.companyMailsSent',
    }))
  );
}

/**
 * Counts a mail about an account in the caller's transaction. Returns the refusal (429); a proved address has no limit.
 */
export async function countAccountMail(
  tx: ServiceContext,
  eMail: string,
  { isRecovery }: { isRecovery: boolean },
): Promise<Refusal | undefined> {
  if (await isAddressProved(tx, eMail)) return undefined;
  const subject = eMail.toLowerCase();
  const code = 'account.tooManyMails' as const;
  if (!isRecovery) return countUnproved(tx, subject, code);
  return countOfDay(tx, { action: 'recovery mail', subject, max: maxMailsADay.recover, code });
}

function countUnproved(tx: ServiceContext, subject: string, code: MessageKey): Promise<Refusal | undefined> {
  return countOfDay(tx, { action: 'unproved mail', subject, max: maxMailsADay.unproved, code });
}
