// Limits the mails that one address receives, and that one company sends: anybody can type the address of another
// person, and anybody can register a company.
import type { MessageKey } from '#i18n/keys.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { countOfDay, type DayLimit, giveBackOfDay } from '#server/lib/http/throttle.ts';
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

/** A limit that a mail was counted against. Its delivery records it: a mail that is withdrawn is given back. */
type MailLimit = 'unproved' | 'proved' | 'company';

/**
 * Counts a mail about an appointment in the caller's transaction. Returns the refusal (429) when the address or the
 * company has had its mails of the day: it counts against nothing then.
 */
export async function countMail(
  tx: ServiceContext,
  eMail: string,
  { companyId, isRequest, isToCustomer }: CountedMail,
): Promise<{ refusal?: Refusal; counted: MailLimit[] }> {
  const proved = await isAddressProved(tx, eMail);
  const counted: MailLimit[] = [];
  if (!proved) counted.push('unproved');
  else if (isRequest) counted.push('proved');
  if (isToCustomer) counted.push('company');
  const done: DayLimit[] = [];
  for (const limit of limitsOf(tx, { companyId, address: eMail, counted })) {
    const refusal = await countOfDay(tx, limit);
    if (refusal) {
      for (const earlier of done) await giveBackOfDay(tx, earlier, tx.clock.now());
      return { refusal, counted: [] };
    }
    done.push(limit);
  }
  return { counted };
}

/** Gives a mail back in the caller's transaction that was counted when it was queued, and never left. */
export async function giveBackMail(
  tx: Pick<ServiceContext, 'db' | 'config'>,
  mail: { companyId: string; address: string; createdAt: Temporal.Instant; counted: readonly string[] },
): Promise<void> {
  for (const limit of limitsOf(tx, mail)) await giveBackOfDay(tx, limit, mail.createdAt);
}

/** In the order of their locks. */
function limitsOf(
  { config }: Pick<ServiceContext, 'config'>,
  { companyId, address, counted }: { companyId: string; address: string; counted: readonly string[] },
): DayLimit[] {
  const subject = address.toLowerCase();
  const code = 'booking.tooManyMails' as const;
  const limits: DayLimit[] = [];
  if (counted.includes('unproved')) limits.push(unprovedLimit(subject, code));
  if (counted.includes('proved')) limits.push({ action: 'request mail', subject, max: maxMailsADay.proved, code });
  if (!counted.includes('company')) return limits;
  return [
    ...limits,
    { action: 'mail of company', subject: `${companyId} ${subject}`, max: maxMailsADay.ofCompany, code },
    {
      action: 'mails of company',
      subject: companyId,
      max: config.mailsPerDay,
      rows: companyRows,
      code: 'booking.companyMailsSent',
    },
  ];
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
  if (!isRecovery) return countOfDay(tx, unprovedLimit(subject, code));
  return countOfDay(tx, { action: 'recovery mail', subject, max: maxMailsADay.recover, code });
}

function unprovedLimit(subject: string, code: MessageKey): DayLimit {
  return { action: 'unproved mail', subject, max: maxMailsADay.unproved, code };
}
