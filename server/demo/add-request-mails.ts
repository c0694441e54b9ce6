// Adds the mails with the links of a demo company's open requests: nearly all arrived; some failed, or wait.
import { randomUUIDv7 } from 'node:crypto';
import { whenText } from '#server/booking/notifications/appointment-words.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { queueOf } from '#server/messaging/outbox/medium.ts';
import type { StaffedCompany } from './staffed.ts';

export async function addRequestMails(
  { db, clock, config }: ServiceContext,
  { company, companyId }: StaffedCompany,
): Promise<void> {
  const requests = await db
    .selectFrom('visits')
    .innerJoin('visitParts as p', (join) =>
      join.onRef('p.companyId', '=', 'visits.companyId').onRef('p.visitId', '=', 'visits.id'),
    )
    .select([
      'visits.id',
      'locationId',
      'eMail',
      'startAt',
      'endAt',
      'timeZone',
      'language',
      'requestedAt',
      'serviceName',
    ])
    .where('visits.companyId', '=', companyId)
    .where('status', '=', 'requested')
    .where('eMail', '<>', '')
    .orderBy('startAt')
    .execute();
  const host = config.mailFrom.split('@').at(-1)?.replace('>', '') ?? 'localhost';
  const rows = requests.map((visit, index) => {
    const id = randomUUIDv7();
    const { language, startAt, endAt, timeZone } = visit;
    const when = whenText({ startAt, endAt, timeZone, startDate: null, endDate: null }, language).short;
    const lead = translate(language, 'mail.request.lead', { company: company.name });
    const createdAt = visit.requestedAt ?? clock.now();
    const state = index % 9 === 1 ? 'failed' : index % 9 === 3 ? 'kept' : 'sent';
    const content = {
      id,
      companyId,
      locationId: visit.locationId,
      visitId: visit.id,
      fromEMail: company.eMail,
      fromName: company.name,
      toEMail: visit.eMail,
      subject: translate(language, 'mail.request.subject', { what: visit.serviceName, when }),
      html: `<p>${lead}</p>`,
      plain: lead,
      messageId: `<${id}@${host}>`,
      createdAt,
    };
    const delivery = {
      ...{ id, companyId, medium: 'mail', queue: queueOf('mail', 'visit'), address: visit.eMail.toLowerCase(), state },
      ...{ attempts: state === 'kept' ? 0 : 1, dueAt: createdAt, settledAt: createdAt, createdAt },
      ...{ causeKind: 'visit', causeKey: id },
      ...(state === 'failed' && { reason: 'refused', answer: 'RCPT TO: 550 5.7.1 Recipient refuses mail' }),
    };
    return { content, delivery };
  });
  if (rows.length === 0) return;
  await db
    .insertInto('deliveries')
    .values(rows.map(({ delivery }) => delivery))
    .execute();
  await db
    .insertInto('emailMessages')
    .values(rows.map(({ content }) => content))
    .execute();
}
