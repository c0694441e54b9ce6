// The figures that reports count of an event: every statement that writes the visit writes them too
// (server/booking/sql/event-figures.sql).
import { type RawBuilder, sql } from 'kysely';
import { countedStatuses, type VisitStatus } from '#contract/booking/visit-states.ts';

/** Of an event with one part of a visit. */
export function eventFigures(status: VisitStatus, price: number) {
  const isCounted = countedStatuses.includes(status);
  return {
    countedParts: isCounted ? 1 : 0,
    bookedPrice: isCounted ? price : 0,
    completedPrice: status === 'completed' ? price : 0,
  };
}

/** Assignments for `update events e`, from the visits as the statements before have left them. */
export const figuresFromVisits: RawBuilder<unknown> = sql`
  (counted_parts, booked_price, completed_price) = (
    select coalesce(sum(f.counted_parts), 0), coalesce(sum(f.booked_price), 0), coalesce(sum(f.completed_price), 0)
    from event_figures f where f.company_id = e.company_id and f.event_id = e.id)`;
