// The state of an appointment behind its link, by which a customer may still move or cancel it.
import type { AppointmentState } from '#contract/booking/public.ts';
import type { FoundAppointment } from './store.ts';

/** The state that a link shows: past from its start on, unless the visit had ended before. */
export function appointmentState(
  { status, startAt }: Pick<FoundAppointment, 'status' | 'startAt'>,
  now: Temporal.Instant,
): AppointmentState {
  if (status === 'cancelled' || status === 'declined' || status === 'expired') return status;
  if (Temporal.Instant.compare(startAt, now) <= 0) return 'past';
  return status === 'held' || status === 'requested' ? status : status === 'confirmed' ? 'confirmed' : 'past';
}
