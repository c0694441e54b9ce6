// Notifies an event's contact by mail, on an employee's request.
import { queueAppointmentMail } from '#server/booking/notifications/queue-appointment-mail.ts';
import { findEvent } from '#server/booking/times/find-event.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { assertNotOver, eventAsJson } from './store.ts';

/**
 * Queues the mail; the outbox records the time when it was sent. Throws 404 for unknown and foreign events, 417 when
 * the event has no address or is over, or its visitor has not agreed to mail.
 */
export async function sendEmailNotification(context: SignedIn, input: { id: string }): Promise<JsonText> {
  const event = await findEvent(context.db, context.user, input.id);
  if (!event) throw notFound();
  if (!event.eMail) throw invalid('EMail', 'calendar.noEmail');
  if (event.status === 'held') throw invalid('EMail', 'calendar.notAgreed');
  if (!event.visitId) throw notFound();
  assertNotOver(event, context.clock.now(), 'EMail');
  const visit = { companyId: event.companyId, id: event.visitId };
  await queueAppointmentMail(context, 'reminder', visit);
  const saved = await eventAsJson(context.db, context.user, event.id);
  if (!saved) throw notFound();
  return saved;
}
