// Mails a visitor the link to their appointments.
import { randomUUIDv7 } from 'node:crypto';
import { myAppointmentsLinkMinutes } from '#contract/booking/my-appointments.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Context } from '#server/lib/context.ts';
import { countOfDay, countOfHour, throttle } from '#server/lib/http/throttle.ts';
import { withMinDuration } from '#server/lib/http/with-min-duration.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { addressHash } from './sign-in-cookie.ts';
import { hasVisits } from './store.ts';

/** Longer than the work for a known address takes (ms). */
const minDurationMs = 400;

/** Per address, whether it is known or not, and per network. */
export const maxLinks = { anHour: 3, aDay: 10, ofNetwork: 20 };

/**
 * Same answer, in the same time, for addresses with and without appointments: only the former receive a mail. Throws
 * 429 after three links in an hour or ten in a day to one address, or twenty attempts in an hour from one network.
 */
export async function sendAppointmentsLink(context: Context, { eMail }: { eMail: string }): Promise<undefined> {
  await throttle(context, {
    action: 'appointments network',
    subject: context.visitor.address,
    max: maxLinks.ofNetwork,
    minutes: 60,
  });
  await countLink(context, eMail);
  await withMinDuration(minDurationMs, async () => {
    if (await hasVisits(context.db, eMail)) await transaction(context, (tx) => mailLink(tx, eMail));
  });
}

/** Counts for itself: links that are requested at once for one address wait for each other. */
async function countLink(context: Context, eMail: string): Promise<void> {
  const subject = addressHash(eMail).toString('base64url');
  const code = 'mine.tooMany' as const;
  await transaction(context, async (tx) => {
    const refusal =
      (await countOfHour(tx, { action: 'appointments link', subject, max: maxLinks.anHour, code })) ??
      (await countOfDay(tx, { action: 'appointments link of a day', subject, max: maxLinks.aDay, code }));
    if (refusal) throw refusal;
  });
}

/** Earlier links keep working, or else anyone could end them by requesting another. */
async function mailLink(tx: Context, eMail: string): Promise<void> {
  const token = newToken();
  const now = tx.clock.now();
  const expiresAt = now.add({ minutes: myAppointmentsLinkMinutes });
  await tx.db
    .insertInto('visitorSignIns')
    .values({
      ...{ id: randomUUIDv7(), addressHash: addressHash(eMail), tokenHash: hashToken(token), eMail },
      ...{ createdAt: now, expiresAt },
    })
    .execute();
  await queueAccountMail(tx, 'appointments', {
    to: eMail,
    language: tx.visitor.language,
    url: accountUrls.appointments(tx, token),
    expiresAt,
    isCounted: true,
  });
}
