// The link of a slip to its appointment, as mails have one: with the paper, the customer cancels or moves it.
import { appointmentUrl } from '#server/booking/notifications/links.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import type { Slip } from './slip-of-visit.ts';

interface LinkedSlip {
  paper: Slip['paper'];
  /** For a paper that is new: one that waits, or was printed, has a link already. */
  storeLink(): Promise<void>;
}

/**
 * Adds the link to the slip of a confirmed appointment that has not begun. The database has the hash of its token; the
 * paper in the queue has the token, as a stored mail has, until the queue is tidied up. A paper proves no address.
 */
export function withLink(tx: ServiceContext, slip: Slip, visit: { companyId: string; id: string }): LinkedSlip {
  const { paper, status, startAt } = slip;
  const now = tx.clock.now();
  if (status !== 'confirmed' || Temporal.Instant.compare(startAt, now) <= 0)
    return { paper, storeLink: async () => {} };
  const token = newToken();
  const link = appointmentUrl(tx, token, 'cancell');
  return {
    paper: { ...paper, values: { ...paper.values, link } },
    async storeLink() {
      await tx.db
        .insertInto('actionLinks')
        .values({
          ...{ tokenHash: hashToken(token), purpose: 'appointment', companyId: visit.companyId, visitId: visit.id },
          ...{ eMail: '', expiresAt: startAt, createdAt: now },
        })
        .execute();
    },
  };
}
