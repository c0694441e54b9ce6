// Stores a text that a person sent to a gateway, and obeys STOP and START.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { readAnswer } from './read-answer.ts';
import type { WhenAnswered } from './when-answered.ts';

/**
 * An answer is about the company of the last SMS to that number; without one, about all. STOP suppresses the number
 * from its commit on, START allows it again; the cause of that SMS records it.
 */
export function takeAnswer(
  services: Services,
  { gatewayId, from, text: given }: { gatewayId: string; from: string; text: string },
  whenAnswered: WhenAnswered = {},
): Promise<void> {
  // The gateway must not deliver a text again for ever because the database cannot hold it.
  const text = given.replaceAll('\0', '').toWellFormed();
  const now = services.clock.now();
  const meaning = readAnswer(text);
  return transaction({ ...services, db: services.database.write }, async ({ db }) => {
    const { numbers, international } = await numbersOf(db, from);
    const { rows } = await sql<{ id: string; companyId: string; causeKind: string; address: string }>`
      select id, company_id, cause_kind, address from deliveries
      where medium = 'sms' and address = any(${numbers}::text[]) and company_id is not null
        and state in ('sent', 'delivered', 'undelivered', 'uncertain', 'sending')
      order by address = ${numbers[0]} desc, created_at desc limit 1`.execute(db);
    const [last] = rows;
    const companyId = last?.companyId ?? null;
    const number = last?.address ?? international;
    await sql`
      insert into inbound_messages (id, gateway_id, company_id, from_sms, message, meaning, created_at)
      values (${randomUUIDv7()}, ${gatewayId}, ${companyId}, ${number ?? oneLine(from, 40)}, ${text}, ${meaning}, ${now})`.execute(
      db,
    );
    if (last && meaning !== '') {
      await whenAnswered[last.causeKind]?.(db, { deliveryId: last.id, companyId: last.companyId, meaning, at: now });
    }
    // A sender without a number, such as a name, cannot be suppressed.
    if (number === undefined) return;
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

/**
 * Returns the numbers (E.164) that a sender may mean. Gateways report the international form, with or without `+` or
 * `00`, or the national one; the country is then one of those of the companies. `international` is the first number, if
 * valid.
 */
async function numbersOf(db: Db, from: string): Promise<{ numbers: string[]; international: string | undefined }> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const { countryCodeOf } = await import('#server/lib/country-code.ts');
  const international = `+${from.replace(/\D/g, '').replace(/^00/, '')}`;
  const { rows } = await sql<{ country: string }>`
    select distinct country from locations union select distinct unnest(sms_countries) from companies`.execute(db);
  const countries = new Set(rows.flatMap(({ country }) => countryCodeOf(country) ?? []));
  const national = [...countries]
    .map((country) => parsePhoneNumberFromString(from, country))
    .flatMap((number) => (number?.isValid() ? number.number : []));
  return {
    numbers: [international, ...national],
    international: parsePhoneNumberFromString(international)?.isValid() ? international : undefined,
  };
}
