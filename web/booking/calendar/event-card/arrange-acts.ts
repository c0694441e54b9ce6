// Arranges the actions of an event: one first, two beside it, the others behind "More".
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { endedStatuses, staffMoves, undoMoves, type VisitStatus } from '#contract/booking/visit-states.ts';
import { instantOf } from '#web/lib/dates.ts';

/** A state that staff give the visit, or something else that they do with the event. */
export type CardAct = VisitStatus | 'edit' | 'again' | 'slip' | 'delete';

interface CardActs {
  /** The next step at the desk. A completed visit has none here: its payment is beside its price. */
  first: CardAct | undefined;
  /** At most two. */
  beside: CardAct[];
  /** In the order of a day at the desk; those that end the visit come last. Empty or at least two. */
  more: CardAct[];
}

type ActEvent = Pick<CalendarEvent, 'visitId' | 'status' | 'isEditable' | 'end'>;

const order: readonly CardAct[] = [
  'confirmed',
  'arrived',
  'started',
  'completed',
  'edit',
  'again',
  'slip',
  'delete',
  'no_show',
  'declined',
  'cancelled',
];

/** The usual acts, the first of them as the next step; `undefined` where none is. At most two others are possible. */
function usualActs(status: VisitStatus | null, isOver: boolean): readonly (CardAct | undefined)[] {
  switch (status) {
    case 'requested':
      return ['confirmed', 'declined', 'edit'];
    case 'confirmed':
      return isOver ? ['completed', 'no_show', 'edit'] : ['arrived', 'completed', 'edit'];
    case 'arrived':
      return isOver ? ['completed', 'edit', 'again'] : ['started', 'completed', 'edit'];
    case 'started':
      return ['completed', 'edit', 'again'];
    case 'completed':
      return [undefined, 'again', 'edit'];
    case 'no_show':
      return ['again', 'arrived', 'edit'];
    default:
      return ['edit', 'delete', 'again', 'slip'];
  }
}

/** Every act that is possible is in one of the three. */
export function arrangeActs(event: ActEvent, { hasSlip, now }: { hasSlip: boolean; now: Temporal.Instant }): CardActs {
  const possible = possibleActs(event, hasSlip);
  const isOver = Temporal.Instant.compare(instantOf(event.end), now) <= 0;
  const [usual, ...others] = usualActs(event.isEditable ? event.status : null, isOver);
  const first = usual && possible.includes(usual) ? usual : undefined;
  const beside = others.filter((act): act is CardAct => act !== undefined && possible.includes(act));
  const rest = possible.filter((act) => act !== first && !beside.includes(act));
  // A menu of one is a button.
  const fits = rest.length === 1 && beside.length < 2;
  return { first, beside: fits ? [...beside, ...rest] : beside, more: fits ? [] : rest };
}

function possibleActs({ visitId, status, isEditable }: ActEvent, hasSlip: boolean): CardAct[] {
  const acts: CardAct[] = ['edit'];
  const isBooked = visitId !== null && status !== 'held';
  if (isEditable && status && isBooked) {
    const moves: readonly VisitStatus[] = staffMoves[status];
    // Only the message about the answer offers to undo it.
    acts.push(...moves.filter((to) => !undoMoves[status]?.includes(to)));
  }
  if (isBooked) acts.push('again');
  if (hasSlip) acts.push('slip');
  if (isEditable && !isBooked) acts.push('delete');
  return order.filter((act) => acts.includes(act));
}

/** Whether the act takes the time from the customer, or the event from the calendar. */
export function endsEvent(act: CardAct): boolean {
  return act === 'delete' || endedStatuses.some((status) => status === act);
}
