// Decides which states can follow the present one.
import { staffMoves, takeExpiredDays, type VisitStatus } from '#contract/booking/visits.ts';
import type { StoredVisit } from './find-visit.ts';

/** The states that staff can give a visit now. */
export function movesOf(visit: Pick<StoredVisit, 'status' | 'endedAt'>, now: Temporal.Instant): readonly VisitStatus[] {
  if (visit.status === 'expired' && visit.endedAt) {
    const last = visit.endedAt.add({ hours: takeExpiredDays * 24 });
    if (Temporal.Instant.compare(now, last) > 0) return [];
  }
  return staffMoves[visit.status];
}
