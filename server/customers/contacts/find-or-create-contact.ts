// Finds the contact that a booking belongs to, or adds one.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { folded } from '#contract/lib/folded.ts';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { holdContact } from './hold-contact.ts';
import { phoneKeyIn } from './phone-key-in.ts';

export interface BookingPerson {
  companyId: string;
  name: string;
  eMail: string;
  phoneNumber: string;
  language: string;
}

/**
 * Returns the id of the contact with the same e-mail and name, else with the same phone number and name, else of a new
 * one; null for a person without name, e-mail and number. Families share addresses, so both must match. An existing
 * contact stays as it is. A merged contact returns the one it was merged into. Call it within a transaction.
 */
export async function findOrCreateContact(context: ServiceContext, person: BookingPerson): Promise<string | null> {
  const { db, clock } = context;
  const { companyId, eMail, phoneNumber, language } = person;
  const name = person.name.trim() || eMail || phoneNumber;
  if (!name) return null;
  const phoneKey = await phoneKeyIn(db, companyId, phoneNumber);
  const keys = { companyId, nameKey: folded(name), eMailKey: eMail.toLowerCase(), phoneKey };
  const hasAddress = keys.eMailKey !== '' || phoneKey !== '';
  if (hasAddress) {
    const found = await findContact(db, keys);
    if (found) return found;
    // Two bookings of a new customer at the same time: the second one waits here, then finds the contact of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`contact ${companyId} ${keys.eMailKey || phoneKey}`}, 0))`.execute(
      db,
    );
    const meanwhile = await findContact(db, keys);
    if (meanwhile) return meanwhile;
  }
  const id = randomUUIDv7();
  await db
    .insertInto('contacts')
    .values({ companyId, id, name, eMail, phoneNumber, phoneKey, language, createdAt: clock.now() })
    .execute();
  return id;
}

interface Keys {
  companyId: string;
  nameKey: string;
  eMailKey: string;
  phoneKey: string;
}

/** Holds the contact with these keys, the oldest of several; follows merges. */
async function findContact(db: Db, keys: Keys): Promise<string | undefined> {
  const { companyId, nameKey, eMailKey, phoneKey } = keys;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, merged_into, created_at, 0 as rank from contacts
      where company_id = ${companyId} and e_mail_key = ${eMailKey} and e_mail_key <> '' and name_key = ${nameKey}
      union all
      select id, merged_into, created_at, 1 from contacts
      where company_id = ${companyId} and phone_key = ${phoneKey} and phone_key <> '' and name_key = ${nameKey}
    ) matching order by rank, merged_into is not null, created_at, id limit 1`.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  // Deleted meanwhile: another one may have these keys.
  return (await holdContact(db, companyId, first.id))?.id ?? findContact(db, keys);
}
