// Prints the slip of a visit, which the customer takes along.
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { sumOfEuros } from '#contract/lib/money.ts';
import { findUsableVisit } from '#server/booking/visits/find-visit.ts';
import { readVisit } from '#server/booking/visits/read-visit.ts';
import { type PrintWhere, queuePrint } from '#server/devices/jobs/queue-print.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { contentKey } from './content-key.ts';
import { dayOnPaper, headOfPaper, timesOnPaper } from './head-of-papers.ts';

/** Printed after the start, such as for the next appointment of a series. */
const minUseful = { minutes: 10 };

export async function printSlip(
  tx: SignedIn,
  { visitId, ...where }: { visitId: string } & PrintWhere,
): Promise<PrintAnswer> {
  const stored = await findUsableVisit(tx.db, tx.user, visitId);
  if (!stored) throw notFound();
  const visit = await readVisit(tx, visitId);
  const head = await headOfPaper(tx, stored.locationId);
  const { startAt, endAt, timeZone } = stored;
  const services = visit.parts.map(({ serviceName, title }) => serviceName || title).filter(Boolean);
  const people = [...new Set(visit.parts.map(({ person }) => person).filter(Boolean))];
  const values = {
    ...head.values,
    day: dayOnPaper(startAt, timeZone),
    time: timesOnPaper(startAt, endAt, timeZone),
    service: services.join('\n'),
    person: people.join(', '),
    customer: visit.name,
    price: sumOfEuros(visit.parts.map(({ price }) => price)) || null,
  };
  const soonest = tx.clock.now().add(minUseful);
  return queuePrint(
    tx,
    {
      typeKey: 'appointment',
      values,
      title: [visit.name || services[0], values.time].filter(Boolean).join(', '),
      language: stored.language,
      cause: { kind: 'slip', key: `${visitId} ${contentKey(values)}` },
      locationId: head.locationId,
      expiresAt: Temporal.Instant.compare(startAt, soonest) > 0 ? startAt : soonest,
    },
    where,
  );
}
