// Prints the slip of a visit, which the customer takes along.
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { withLink } from '#server/booking/slips/slip-link.ts';
import { slipOfVisit } from '#server/booking/slips/slip-of-visit.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

/** Throws 404 for a visit of others. */
export async function printSlip(
  tx: SignedIn,
  { visitId, ...where }: { visitId: string } & PrintWhere,
): Promise<PrintAnswer> {
  const visit = await findUsableVisit(tx.db, tx.user, visitId);
  const slip = visit && (await slipOfVisit(tx, visit, tx.user.locationId));
  if (!slip) throw notFound();
  const { paper, storeLink } = withLink(tx, slip, visit);
  const answer = await queuePrint(tx, paper, where);
  if (answer.isNew) await storeLink();
  return answer;
}
