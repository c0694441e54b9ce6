// Adds mails of a demo company that did not arrive: one of each kind, about coming visits.
import { randomUUIDv7 } from 'node:crypto';
import { whenText } from '#server/booking/notifications/appointment-words.ts';
import { notifyEmployee } from '#server/booking/notifications/notify-of-bounces.ts';
import { readAppointment } from '#server/booking/notifications/read-appointment.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { queueOf } from '#server/messaging/outbox/medium.ts';
import type { StaffedCompany } from './staffed.ts';

interface Problem {
  state: 'failed' | 'undelivered' | 'expired' | 'uncertain' | 'queued';
  reason: string;
  answer: string;
  /** The outcomes before the last, each an hour earlier. */
  before: readonly string[];
  guarantee?: 'once';
}

const problems: readonly Problem[] = [
  {
    state: 'undelivered',
    reason: 'bounced',
    answer: '550 5.1.1 User unknown in virtual mailbox table',
    before: ['sent'],
  },
  { state: 'undelivered', reason: 'returned', answer: '552 5.2.2 Mailbox is full', before: ['sent'] },
  { state: 'failed', reason: 'refused', answer: 'DATA: 554 5.7.1 Message refused by content filter', before: [] },
  { state: 'expired', reason: 'expired', answer: 'Not sent: it was too late.', before: ['retry', 'retry'] },
  {
    state: 'uncertain',
    reason: 'uncertain',
    answer: 'DATA: Connection closed unexpectedly',
    before: [],
    guarantee: 'once',
  },
  { state: 'queued', reason: 'retry', answer: 'RCPT TO: 451 4.7.1 Greylisted, try again later', before: ['retry'] },
];

export async function addProblems(context: ServiceContext, { company, companyId }: StaffedCompany): Promise<void> {
  const visits = await context.db
    .selectFrom('visits')
    .select(['id', 'eMail', 'language', 'locationId', 'startAt', 'endAt', 'timeZone'])
    .where('companyId', '=', companyId)
    .where('status', '=', 'confirmed')
    .where('startAt', '>', context.clock.now().add({ hours: 3 }))
    .where('eMail', '<>', '')
    .orderBy('startAt')
    .limit(problems.length)
    .execute();
  for (const [index, visit] of visits.entries()) {
    const problem = problems[index];
    const appointment = problem && (await readAppointment(context.db, { companyId, id: visit.id }));
    if (!problem || !appointment) continue;
    const when = whenText({ ...visit, startDate: null, endDate: null }, visit.language).short;
    const what = appointment.serviceName ?? appointment.title;
    const mail = {
      companyName: company.name,
      from: company.eMail,
      subject: translate(visit.language, 'mail.reminder.subject', { what, when }),
    };
    await addProblem(context, { companyId, visit, problem, mail, index });
  }
}

async function addProblem(
  context: ServiceContext,
  {
    companyId,
    visit,
    problem,
    mail,
    index,
  }: {
    companyId: string;
    visit: { id: string; eMail: string; locationId: string | null };
    problem: Problem;
    mail: { companyName: string; from: string; subject: string };
    index: number;
  },
): Promise<void> {
  const { db, clock } = context;
  const { state, reason, answer, before, guarantee = 'again' } = problem;
  const id = randomUUIDv7();
  const address = visit.eMail.toLowerCase();
  const outcomes = [...before, reason];
  const hoursAgo = (hours: number) => clock.now().subtract({ hours: hours + 5 * index });
  const createdAt = hoursAgo(outcomes.length + 1);
  const settledAt = state === 'queued' ? null : hoursAgo(1);
  await db
    .insertInto('deliveries')
    .values({
      ...{ id, companyId, medium: 'mail', queue: queueOf('mail', 'visit'), address, state, reason, answer, guarantee },
      ...{
        attempts: outcomes.length,
        dueAt: clock.now().add({ hours: 1 }),
        settledAt,
        notifiedAt: settledAt,
        createdAt,
      },
      ...{ causeKind: 'visit', causeKey: id },
    })
    .execute();
  await db
    .insertInto('emailMessages')
    .values({
      ...{ id, companyId, locationId: visit.locationId, visitId: visit.id, subject: mail.subject, createdAt },
      ...{ fromEMail: mail.from, fromName: mail.companyName, toEMail: visit.eMail },
      ...{ html: `<p>${mail.subject}</p>`, plain: mail.subject, messageId: `<${id}@daybook.test>` },
    })
    .execute();
  await db
    .insertInto('deliveryAttempts')
    .values(
      outcomes.map((outcome, number) => ({
        ...{ id: randomUUIDv7(), deliveryId: id, companyId, outcome },
        answer: outcome === 'sent' ? '250 2.0.0 Ok: queued' : answer,
        createdAt: hoursAgo(outcomes.length - number),
      })),
    )
    .execute();
  if (reason !== 'bounced') return;
  await db
    .insertInto('suppressions')
    .values({
      ...{ medium: 'mail', address, reason: 'bounce', evidence: answer, deliveryId: id, createdAt: hoursAgo(1) },
      expiresAt: hoursAgo(1).add({ hours: 30 * 24 }),
    })
    .onConflict((row) => row.doNothing())
    .execute();
  await notifyEmployee(context, { companyId, id: visit.id }, address);
}

/** A mailbox that is not read: the demo has no mail of its own. */
export async function addBounceMailbox({ db, clock }: ServiceContext): Promise<void> {
  await db
    .insertInto('bounceMailboxes')
    .values({
      ...{ id: randomUUIDv7(), key: 'Bounces', host: 'imap.daybook.example', port: 993, userName: 'bounces' },
      ...{ address: 'bounces@daybook.example', movedTo: 'Read', active: false, createdAt: clock.now() },
    })
    .execute();
}
