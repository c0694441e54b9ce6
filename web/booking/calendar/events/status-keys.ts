// Keys for the states of a visit: A arrived, S started, C completed, X no-show.
import type { KeyboardEvent } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { staffMoves, type VisitStatus } from '#contract/booking/visit-states.ts';

/** Not N for a no-show: it starts a new event. */
const statuses: Readonly<Record<string, VisitStatus>> = {
  a: 'arrived',
  s: 'started',
  c: 'completed',
  x: 'no_show',
};

/** The state that a key gives an event; undefined when it does not follow the present one. */
export function statusForKey(event: CalendarEvent, press: KeyboardEvent): VisitStatus | undefined {
  if (press.altKey || press.ctrlKey || press.metaKey || press.shiftKey) return undefined;
  const to = statuses[press.key.toLowerCase()];
  if (!to || !event.isEditable || !event.status) return undefined;
  const moves: readonly VisitStatus[] = staffMoves[event.status];
  return moves.includes(to) ? to : undefined;
}
