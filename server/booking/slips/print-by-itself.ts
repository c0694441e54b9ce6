// Prints the slip of a visit that is confirmed, where its location has switched this on.
import { automaticPrinter, queueByItself } from '#server/devices/jobs/queue-by-itself.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { withLink } from './slip-link.ts';
import { slipOfVisit } from './slip-of-visit.ts';

interface Confirmed {
  companyId: string;
  id: string;
  locationId: string | null;
}

/** Writes with the transaction that confirms the visit. None is printed for a visit that has begun. */
export async function printSlipByItself(tx: ServiceContext, { companyId, id, locationId }: Confirmed): Promise<void> {
  const printer = locationId && (await automaticPrinter(tx, { companyId, locationId }, 'appointment'));
  if (!printer) return;
  const slip = await slipOfVisit(tx, { companyId, id }, locationId);
  if (!slip || Temporal.Instant.compare(slip.startAt, tx.clock.now()) <= 0) return;
  const { paper, storeLink } = withLink(tx, slip, { companyId, id });
  if (await queueByItself(tx, paper, { companyId, deviceId: printer.deviceId })) await storeLink();
}
