// Stores a text that a person sent to a gateway, and obeys STOP and START.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { readAnswer } from './read-answer.ts';
import type { WhenAnswered } from './when-answered.ts';

/**
 * An answer is about the company of the last SMS to that number; without one, about all. STOP suppresses the number from
 * its commit on, START allows it again; the cause of that SMS records it.
 */
export function takeAnswer(
  services: Services,
  { gatewayId, from, text: given }: { gatewayId: string; from: string; text: string },
  whenAnswered: WhenAnswered = {},
): Promise<void> {
  // What the database cannot hold must not be delivered again for ever.
  const text = given.replaceAll('\0', '').toWellFormed();
  const now = services.clock.now();
  // Gateways name numbers in the international form, often without the plus.
  const number = `+${from.replace(/\D/g, '')}`;
  const meaning = readAnswer(text);
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    const { rows } = await sql<{ id: string; companyId: string; causeKind: string }>`
      select id, company_id, cause_kind from deliveries where medium = 'sms' and address = ${number} and company_id is not null
        and state in ('sent', 'delivered', 'undelivered', 'uncertain', 'sending')
      order by created_at desc limit 1`.execute(db);
    const [last] = rows;
    const companyId = last?.companyId ?? null;
    await sql`
      insert into inbound_messages (id, gateway_id, company_id, from_sms, message, meaning, created_at)
      values (${randomUUIDv7()}, ${gatewayId}, ${companyId}, ${number}, ${text}, ${meaning}, ${now})`.execute(db);
    if (last && meaning !== '') {
      await whenAnswered[last.causeKind]?.(db, { deliveryId: last.id, companyId: last.companyId, meaning, at: now });
    }
    if (meaning === 'stop') {
      await sql`
        insert into suppressions (id, medium, address, company_id, reason, evidence, created_at, expires_at)
        values (${randomUUIDv7()}, 'sms', ${number}, ${companyId}, 'stop', ${text}, ${now}, null)
        on conflict (medium, address, company_id, reason, purpose) do update set evidence = excluded.evidence,
          created_at = excluded.created_at`.execute(db);
    }
    if (meaning === 'start') {
      await sql`
        delete from suppressions where medium = 'sms' and address = ${number} and reason = 'stop'
          and (company_id is null or company_id is not distinct from ${companyId}::uuid)`.execute(db);
    }
  });
}
