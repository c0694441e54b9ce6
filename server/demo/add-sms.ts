// Adds the SMS reminders of a demo company, with what its deposit has paid for them, and a gateway that keeps the next.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { CountryCode } from 'libphonenumber-js/max';
import { whenText } from '#server/booking/notifications/appointment-words.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { fill } from '#server/messaging/mail/placeholders.ts';
import { queueSms } from '#server/messaging/sms/queue-sms.ts';
import { originalSms } from '#server/messaging/sms/sms-kinds.ts';
import type { DemoCompany } from './company.ts';

const accepted = '201 {"status":"queued"}';
/** Outcomes of the SMS, in turn; the gateway of the demo keeps the first ones. */
const outcomes = [
  { state: 'kept', answers: [] },
  { state: 'kept', answers: [] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'sent', answers: [accepted] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'undelivered', answers: [accepted, 'Receipt: undelivered'] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
  { state: 'failed', answers: ['400 {"message":"The number is not in use"}'] },
  { state: 'uncertain', answers: ['No response: socket hang up'] },
  { state: 'delivered', answers: [accepted, 'Receipt: delivered'] },
] as const;

/** SMS between the present and the oldest one (hours). */
const interval = 3;

export async function addGateway({ db }: ServiceContext): Promise<void> {
  const gateway = { id: randomUUIDv7(), key: 'Trial', kind: 'file', isDefault: true, host: '' };
  await db.insertInto('smsGateways').values(gateway).execute();
}

export async function addSms(context: ServiceContext, company: DemoCompany, companyId: string): Promise<void> {
  const { db, clock } = context;
  const { countryCodeOf } = await import('#server/lib/country-code.ts');
  const now = clock.now();
  const { rows: visits } = await sql<Visit>`
    select * from (
      select distinct on (v.phone_number) v.id, v.location_id, v.phone_number, v.language, v.start_at, v.end_at, v.time_zone,
        p.service_name
      from visits v join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
      where v.company_id = ${companyId} and v.phone_number <> '' and v.status = 'confirmed' and v.start_at > ${now}
      order by v.phone_number, v.start_at) d
    order by start_at limit ${outcomes.length}`.execute(db);
  const messages = visits.map((visit) => messageOf(visit, company, countryCodeOf(company.country), now));
  const queued = await queueSms(context, 'visit', companyId, messages);
  const sent = messages.filter(({ id }) => queued.get(id) === 'queued');
  for (const [index, { id }] of sent.entries()) {
    const { state, answers } = outcomes[index % outcomes.length] ?? outcomes[0];
    const at = now.subtract({ hours: index * interval, minutes: 7 });
    await sql`
      update deliveries set state = ${state}, created_at = ${at}, due_at = ${at}, attempts = ${answers.length > 0 ? 1 : 0},
        answer = ${answers.at(-1) ?? ''}, settled_at = ${at}::timestamptz where id = ${id}`.execute(db);
    await sql`update sms_messages set created_at = ${at} where id = ${id}`.execute(db);
    for (const [step, answer] of answers.entries()) {
      const createdAt = at.add({ minutes: step });
      await db
        .insertInto('deliveryAttempts')
        .values({ id: randomUUIDv7(), deliveryId: id, companyId, answer, outcome: state, createdAt })
        .execute();
    }
  }
  const { rows: reached } = await sql<{ address: string }>`
    select distinct address from deliveries where company_id = ${companyId} and medium = 'sms' and state = 'delivered'
    order by address`.execute(db);
  await addAnswers(
    context,
    companyId,
    reached.map(({ address }) => address),
    now,
  );
}

/** Texts that customers sent: one asked for no more SMS. */
async function addAnswers(
  { db }: ServiceContext,
  companyId: string,
  numbers: readonly string[],
  now: Temporal.Instant,
) {
  const answers = [
    { message: 'Thank you, see you soon!', meaning: '' },
    { message: 'STOP', meaning: 'stop' },
  ];
  for (const [index, answer] of answers.entries()) {
    const fromSms = numbers[index];
    if (!fromSms) continue;
    const createdAt = now.subtract({ hours: 5 + 20 * index, minutes: 12 });
    await db
      .insertInto('inboundMessages')
      .values({ id: randomUUIDv7(), companyId, fromSms, ...answer, createdAt })
      .execute();
    if (answer.meaning !== 'stop') continue;
    await db
      .insertInto('suppressions')
      .values({ companyId, medium: 'sms', address: fromSms, reason: 'stop', evidence: answer.message, createdAt })
      .execute();
  }
}

interface Visit {
  id: string;
  locationId: string | null;
  phoneNumber: string;
  language: string;
  startAt: Temporal.Instant;
  endAt: Temporal.Instant;
  timeZone: string;
  serviceName: string;
}

function messageOf(visit: Visit, company: DemoCompany, country: CountryCode | undefined, now: Temporal.Instant) {
  const { language, phoneNumber, locationId, serviceName, startAt } = visit;
  const id = randomUUIDv7();
  return {
    ...{ id, country, to: phoneNumber, locationId, visitId: visit.id, dueAt: now, expiresAt: startAt },
    subject: translate(language, 'smsSubject.reminder'),
    message: fill(originalSms('reminder', language), {
      company: company.name,
      what: serviceName,
      when: whenText({ ...visit, startDate: null, endDate: null }, language).short,
      // Its token is not stored: the link leads nowhere.
      cancelLink: '…',
    }),
    cause: { kind: 'visit.sms', key: `${visit.id}:${id}` },
  };
}
