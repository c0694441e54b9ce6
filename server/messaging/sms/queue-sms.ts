// Queues SMS in the transaction of their cause: deliveries of the outbox, their content, and what the deposit holds for
// them.

import { sql } from 'kysely';
import type { CountryCode } from 'libphonenumber-js/max';
import type { Purpose } from '#contract/messaging/deliveries.ts';
import type { Db } from '#server/db/pool.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { unitsIn } from '#server/lib/sql/money.ts';
import { takeTokens } from '#server/messaging/outbox/link-tokens.ts';
import { type NewDelivery, queueDeliveries } from '#server/messaging/outbox/queue-deliveries.ts';
import type { CheckedNumber, NumberRefusal } from './check-number.ts';
import { smsParts } from './sms-parts.ts';

export interface NewSms extends Pick<NewDelivery, 'id' | 'dueAt' | 'expiresAt' | 'quietZone' | 'cause' | 'turnKey'> {
  locationId?: string | null;
  visitId?: string | null;
  /** Empty: the sender of the gateway. */
  fromSms?: string;
  /** As a person typed it. */
  to: string;
  /** Of the place, in which people leave out the code of their country. */
  country: CountryCode | undefined;
  /** The kind of the text, or the name of the campaign. */
  subject: string;
  message: string;
}

/**
 * `stopped`: the number is suppressed, such as by the answer STOP. `numberLimit` and `companyLimit`: the number, or the
 * company, has had its SMS of the hour or the day; those may be queued later.
 */
export type SmsRefusal = NumberRefusal | 'stopped' | 'numberLimit' | 'companyLimit';

/** `held` waits for money. `known`: its cause has queued it before. The others are not queued. */
export type SmsOutcome = 'queued' | 'held' | 'known' | SmsRefusal;

/** SMS to one number over all companies. */
export const maxSms = { anHour: 3, aDay: 10 };

/** Campaigns leave a fifth of the SMS of a company's day to reminders, which are not sent again. */
export const campaignsPerDay = (perDay: number) => Math.floor(perDay * 0.8);

/** The SMS of a company within the last 24 hours, whatever their purpose. */
export async function smsOfDay(db: Db, companyId: string, at: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ day: number }>`
    select day from sms_numbers(${companyId}, '{}', 'campaign', ${at})`.execute(db);
  return rows[0]?.day ?? 0;
}

/**
 * Writes with `context.db`, in a transaction, all SMS of one company with a few statements. None is ever sent twice: an
 * unknown outcome stays `uncertain`. Each holds its parts x price of the deposit until its outcome is known; what the
 * deposit does not pay is `held` and leaves once it does. Returns the outcome of each by its id.
 */
export async function queueSms(
  context: Pick<ServiceContext, 'db' | 'clock'>,
  purpose: Exclude<Purpose, 'account'>,
  companyId: string,
  messages: readonly NewSms[],
): Promise<Map<string, SmsOutcome>> {
  const outcomes = new Map<string, SmsOutcome>();
  if (messages.length === 0) return outcomes;
  const { db, clock } = context;
  const createdAt = clock.now();
  const { allowed, perDay, price } = await smsRules(db, companyId, createdAt);
  const { checkNumber } = await import('./check-number.ts');
  const checked = messages.map((sms) => ({ sms, ...checkNumber(sms.to, { country: sms.country, allowed }) }));
  const within = await withinLimits(db, { companyId, purpose, perDay, at: createdAt }, checked, outcomes);
  const rows = within.map(({ sms, number }) => {
    const { texts, tokens } = takeTokens({ message: sms.message });
    return { ...sms, number, ...smsParts(sms.message), message: texts.message ?? sms.message, links: tokens };
  });
  const ids = new Set(
    await queueDeliveries(
      db,
      rows.map(({ id, locationId, dueAt, expiresAt, quietZone, cause, turnKey, number, parts, links }) => ({
        ...{ id, companyId, medium: 'sms', purpose, guarantee: 'once' as const, address: number },
        ...{ locationId, dueAt, expiresAt, quietZone, cause, createdAt, parts, links },
        ...(turnKey !== undefined && { turnKey }),
        ...(price > 0 && { price: parts * price }),
      })),
    ),
  );
  for (const { id } of rows) outcomes.set(id, ids.has(id) ? 'queued' : 'known');
  if (ids.size === 0) return outcomes;
  await db
    .insertInto('smsMessages')
    .values(
      rows
        .filter(({ id }) => ids.has(id))
        .map(({ id, locationId, visitId, fromSms = '', number, to, subject, message }) => ({
          ...{ id, companyId, locationId: locationId ?? null, visitId: visitId ?? null, fromSms },
          ...{ toSms: number, typed: to, subject, message, createdAt },
        })),
    )
    .execute();
  if (price > 0) for (const id of await holdMoney(db, companyId, [...ids], createdAt)) outcomes.set(id, 'held');
  return outcomes;
}

export interface SmsRules {
  /** ISO codes; none: the country of the place alone. */
  allowed: string[];
  perDay: number;
  /** Of one part, in units (1/10,000 EUR). */
  price: number;
}

/** Reads which SMS a company may send, and for how much. */
export async function smsRules(db: Db, companyId: string, at: Temporal.Instant): Promise<SmsRules> {
  const { rows } = await sql<SmsRules>`
    select c.sms_countries as allowed, c.sms_per_day as per_day, coalesce((
      select ${unitsIn(sql`p.price`)} from unit_prices p
      where p.company_id = c.id and p.kind = 'sms' and p.valid @> seller_day(${at}::timestamptz)), 0) as price
    from companies c where c.id = ${companyId}`.execute(db);
  return rows[0] ?? { allowed: [], perDay: 0, price: 0 };
}

interface Checked extends CheckedNumber {
  sms: NewSms;
}

/** The company, purpose and time that limits are evaluated for. */
interface LimitScope {
  companyId: string;
  purpose: Purpose;
  perDay: number;
  at: Temporal.Instant;
}

/** Returns why an SMS to a number would be refused now, if it would. */
export async function refusalOf(db: Db, scope: LimitScope, number: string): Promise<SmsRefusal | undefined> {
  return (await readLimits(db, scope, [number])).refusalOf(number);
}

/** Returns those within the limits of their number and the company; the others get their outcome. */
async function withinLimits(
  db: Db,
  scope: LimitScope,
  checked: readonly Checked[],
  outcomes: Map<string, SmsOutcome>,
): Promise<Checked[]> {
  const numbers = [...new Set(checked.filter(({ refusal }) => !refusal).map(({ number }) => number))];
  await lockLimits(db, scope.companyId, numbers);
  const limits = await readLimits(db, scope, numbers);
  return checked.filter(({ sms, number, refusal }) => {
    const reason = refusal ?? limits.refusalOf(number);
    if (reason) outcomes.set(sms.id, reason);
    else limits.count(number);
    return !reason;
  });
}

/** Reads how many SMS these numbers and the company have received; `count` adds one to a number. */
async function readLimits(
  db: Db,
  { companyId, purpose, perDay, at }: LimitScope,
  numbers: readonly string[],
): Promise<{ refusalOf(number: string): SmsRefusal | undefined; count(number: string): void }> {
  const { rows } = await sql<{ number: string; hour: number; day: number; isStopped: boolean }>`
    select number, hour, day, is_stopped from sms_numbers(${companyId}, ${numbers}::text[], ${purpose}, ${at})`.execute(
    db,
  );
  const known = new Map(rows.map((row) => [row.number, row]));
  const factsOf = (number: string) => known.get(number) ?? { number, hour: 0, day: 0, isStopped: false };
  let ofCompany = factsOf('').day;
  const limit = purpose === 'campaign' ? campaignsPerDay(perDay) : perDay;
  return {
    refusalOf: (number) => limitOf(factsOf(number)) ?? (ofCompany >= limit ? 'companyLimit' : undefined),
    count(number) {
      const facts = factsOf(number);
      known.set(number, { ...facts, hour: facts.hour + 1, day: facts.day + 1 });
      ofCompany += 1;
    },
  };
}

/**
 * Transactions that queue SMS of one company, or to one number, wait for each other until they end: what one counts,
 * the other has committed. In the order of the locks, so that no two wait for each other.
 */
async function lockLimits(db: Db, companyId: string, numbers: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${companyId}`}, 0))`.execute(db);
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('sms ' || number, 0) as key from unnest(${numbers}::text[]) n (number)
      order by key offset 0) keys`.execute(db);
}

function limitOf(facts: { hour: number; day: number; isStopped: boolean }): SmsRefusal | undefined {
  if (facts.isStopped) return 'stopped';
  return facts.hour >= maxSms.anHour || facts.day >= maxSms.aDay ? 'numberLimit' : undefined;
}

/** Returns the ids of those that the deposit does not pay. */
async function holdMoney(db: Db, companyId: string, ids: readonly string[], at: Temporal.Instant): Promise<string[]> {
  await sql`select fund_deliveries(${companyId}, ${ids}::uuid[], ${at})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    select id from deliveries where id = any(${ids}::uuid[]) and state = 'held'`.execute(db);
  return rows.map(({ id }) => id);
}
