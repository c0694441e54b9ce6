// Decides which states can follow the present one.
import {
  staffMoves,
  takeExpiredDays,
  undoEndSeconds,
  undoMoves,
  type VisitStatus,
} from '#contract/booking/visit-states.ts';
import type { StoredVisit } from './find-visit.ts';

/** The states that staff can give a visit now. */
export function movesOf(
  visit: Pick<StoredVisit, 'status' | 'endedAt' | 'requestTakenAt'>,
  now: Temporal.Instant,
): readonly VisitStatus[] {
  const { status, endedAt, requestTakenAt } = visit;
  const moves: readonly VisitStatus[] = staffMoves[status];
  const isWithin = (since: Temporal.Instant | null, seconds: number) =>
    since !== null && Temporal.Instant.compare(now, since.add({ seconds })) <= 0;
  if (status === 'expired' && endedAt !== null && !isWithin(endedAt, takeExpiredDays * 86_400)) return [];
  const answeredAt = status === 'confirmed' ? requestTakenAt : endedAt;
  return moves.filter((move) => !undoMoves[status]?.includes(move) || isWithin(answeredAt, undoEndSeconds));
}
