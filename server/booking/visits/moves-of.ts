// Decides which states can follow the present one.
import { staffMoves, takeExpiredDays, undoEndSeconds, type VisitStatus } from '#contract/booking/visits.ts';
import type { StoredVisit } from './find-visit.ts';

/** The states that staff can give a visit now. */
export function movesOf(visit: Pick<StoredVisit, 'status' | 'endedAt'>, now: Temporal.Instant): readonly VisitStatus[] {
  const { status, endedAt } = visit;
  const moves: readonly VisitStatus[] = staffMoves[status];
  const isWithin = (seconds: number) =>
    endedAt !== null && Temporal.Instant.compare(now, endedAt.add({ seconds })) <= 0;
  if (status === 'expired' && endedAt !== null && !isWithin(takeExpiredDays * 86_400)) return [];
  if (status === 'declined' || status === 'cancelled') {
    return moves.filter((move) => move !== 'requested' || isWithin(undoEndSeconds));
  }
  return moves;
}
