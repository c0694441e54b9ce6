// Builds SMS for tests, as their causes queue them.
import { randomUUIDv7 } from 'node:crypto';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { type NewSms, queueSms, type SmsOutcome } from '#server/messaging/sms/queue-sms.ts';

/** Returns its id and what became of it. */
export async function buildSms(
  services: Services,
  companyId: string,
  { purpose = 'visit', ...values }: Partial<NewSms> & { purpose?: 'visit' | 'campaign' } = {},
): Promise<{ id: string; outcome: SmsOutcome | undefined }> {
  const id = randomUUIDv7();
  const sms: NewSms = {
    ...{ id, to: `+37126${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`, country: 'LV' },
    ...{ subject: 'Reminder', message: 'Hello', dueAt: services.clock.now(), cause: { kind: 'test', key: id } },
    ...values,
  };
  const outcomes = await transaction({ ...services, db: services.database.write }, (tx) =>
    queueSms(tx, purpose, companyId, [sms]),
  );
  return { id, outcome: outcomes.get(id) };
}
