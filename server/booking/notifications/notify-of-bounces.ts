// Tells employees that a mail to a customer they expect came back, or did not leave because of the limits of the day:
// now they have to call.
import { sql } from 'kysely';
import { endedStatuses } from '#contract/booking/visit-states.ts';
import { transaction } from '#server/db/transaction.ts';
import type { ServiceContext, Services } from '#server/lib/context.ts';
import { supportedLanguage, translate } from '#server/lib/i18n.ts';
import { remind } from '#server/messaging/feed/remind.ts';
import { limitReason } from '#server/messaging/outbox/queue-deliveries.ts';
import { appointmentTitle, whenText } from './appointment-words.ts';
import { visitRoute } from './links.ts';
import { readAppointment } from './read-appointment.ts';

/** A route that refuses everyone takes its refusals back within moments. */
const settled = Temporal.Duration.from({ seconds: 30 });
const perRun = 200;

interface Returned {
  companyId: string | null;
  visitId: string | null;
  address: string;
  reason: string;
}

/**
 * Each mail about a visit is told of once, also one that the server refused at once. Returns how many employees were
 * told.
 */
export async function notifyOfBounces(services: Services, { signal }: { signal?: AbortSignal } = {}): Promise<number> {
  let notified = 0;
  for (let number = 0; number < perRun; number++) {
    signal?.throwIfAborted();
    const outcome = await transaction({ ...services, db: services.database.write }, notifyOfOne);
    if (outcome === undefined) break;
    if (outcome) notified++;
  }
  return notified;
}

/** Undefined when none is left. */
async function notifyOfOne(tx: ServiceContext): Promise<boolean | undefined> {
  const now = tx.clock.now();
  const { rows } = await sql<Returned>`
    update deliveries d set notified_at = ${now}
    where d.id = (
      select id from deliveries
      where notified_at is null and queue = 'mail:visit' and reason in ('bounced', 'returned', 'limit') and settled_at <= ${now.subtract(settled)}
      order by settled_at limit 1 for update skip locked)
    returning d.company_id, d.address, d.reason, (select m.visit_id from email_messages m where m.id = d.id) as visit_id`.execute(
    tx.db,
  );
  const [returned] = rows;
  if (!returned) return undefined;
  const { companyId, visitId, address } = returned;
  if (companyId === null || visitId === null) return false;
  return notifyEmployee(
    tx,
    { companyId, id: visitId },
    address,
    returned.reason === limitReason ? 'limited' : 'returned',
  );
}

/** Returns whether the mail was one to the customer of a coming visit. */
export async function notifyEmployee(
  tx: ServiceContext,
  visit: { companyId: string; id: string },
  address: string,
  why: 'returned' | 'limited' = 'returned',
): Promise<boolean> {
  const appointment = await readAppointment(tx.db, visit);
  if (!appointment?.employeeId || endedStatuses.includes(appointment.status)) return false;
  if (Temporal.Instant.compare(appointment.endAt, tx.clock.now()) <= 0) return false;
  // A notice to the employee, or a copy, says nothing about the customer.
  if (appointment.eMail.toLowerCase() !== address) return false;
  const language = supportedLanguage(appointment.employeeLanguage);
  const { phoneNumber, name, eMail } = appointment;
  await remind(tx, {
    companyId: visit.companyId,
    userId: appointment.employeeId,
    type: 'calendarEvent',
    text: translate(language, `reminderText.${why}${phoneNumber ? '' : 'NoPhone'}`, {
      name: name || eMail,
      eMail,
      phone: phoneNumber,
      title: appointmentTitle(appointment, language),
      when: whenText(appointment, language).short,
    }),
    link: visitRoute(appointment),
  });
  return true;
}
