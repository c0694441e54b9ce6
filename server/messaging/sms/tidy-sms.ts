// Applies receipts and payments every few seconds: receipts reach their SMS, held SMS leave once the deposit pays for
// them, and administrators learn that it does not.
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import type { Services } from '#server/lib/context.ts';
import { remindAdmins } from '#server/messaging/feed/remind-admins.ts';
import { lockInOrder } from '#server/messaging/outbox/lock-in-order.ts';
import { recorded, type WhenSent } from '#server/messaging/outbox/when-sent.ts';

const perStatement = 1_000;
/** Administrators are told once in this time. */
const noticeInterval = Temporal.Duration.from({ hours: 24 });

export async function tidySms(services: Services, whenSent: WhenSent): Promise<void> {
  await matchReceipts(services, whenSent);
  await fundHeld(services);
  await notifyOfFunds(services);
}

/**
 * Applies receipts to SMS whose attempt has ended, also to those whose outcome was unknown. A number that got the SMS
 * keeps it: `delivered` is never taken back. A receipt that knows nothing replaces an unknown outcome alone.
 */
async function matchReceipts({ database, clock }: Services, whenSent: WhenSent): Promise<void> {
  const now = clock.now();
  await sql`
    with found as (
      select r.id as receipt_id, d.id, d.company_id, d.cause_kind, d.cause_key, d.state as former, d.route_id,
        r.state, r.answer, r.provider_ref
      from unmatched_receipts r
      join deliveries d on d.id = coalesce((
          select b.id from deliveries b
          where r.provider_ref <> '' and b.provider_ref = r.provider_ref and b.route_id = r.gateway_id limit 1), r.delivery_id)
        and d.medium = 'sms' and d.route_id = r.gateway_id
        and d.state in ('sent', 'uncertain', 'delivered', 'undelivered')
      -- Those of unknown SMS wait for a day, and must not keep the others waiting.
      order by r.created_at limit ${perStatement} for update of r skip locked),
    matched as (delete from unmatched_receipts u using found f where u.id = f.receipt_id),
    best as (select distinct on (id) * from found order by id, array_position(array['delivered', 'undelivered'], state)),
    locked as materialized (${lockInOrder(sql`best`)}),
    sent as (select id, company_id, cause_kind, cause_key, ${now}::timestamptz as at from best where former = 'uncertain'),
    ${recorded(whenSent)}
    applied as (
      update deliveries d set state = case when d.state = 'delivered' or b.state = 'sent' and d.state = 'undelivered' then d.state else b.state end, reason = '',
        answer = b.answer, provider_ref = coalesce(d.provider_ref, nullif(b.provider_ref, '')),
        settled_at = coalesce(d.settled_at, ${now}::timestamptz)
      from best b where d.id = b.id and d.id in (select id from locked)
        and d.state in ('sent', 'uncertain', 'delivered', 'undelivered'))
    insert into delivery_attempts (id, delivery_id, company_id, route_id, outcome, answer, created_at)
    select gen_random_uuid(), id, company_id, route_id, state, answer, ${now} from found`.execute(database.write);
}

async function fundHeld({ database, clock }: Services): Promise<void> {
  const { rows } = await sql<{ companyId: string }>`
    select h.company_id from (select distinct company_id from deliveries where state = 'held' and company_id is not null) h
    join deposits d on d.company_id = h.company_id and d.posted - d.held + d.credit_limit > 0`.execute(database.write);
  // Each in its own transaction: no deposit is locked while another's turns are waited for.
  for (const { companyId } of rows) {
    await sql`select fund_deliveries(${companyId}, null, ${clock.now()})`.execute(database.write);
  }
}

async function notifyOfFunds(services: Services): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  const due = sql`
    select distinct d.company_id from deliveries d left join sms_funds_notices n on n.company_id = d.company_id
    where d.state = 'held' and d.company_id is not null and (n.notified_at is null or n.notified_at <= ${now.subtract(noticeInterval)})`;
  const { rows } = await sql<{ companyId: string }>`${due}`.execute(database.read);
  if (rows.length === 0) return;
  await transaction({ ...services, db: database.write }, async (tx) => {
    const { rows: exhausted } = await sql<{ companyId: string; held: number }>`
      insert into sms_funds_notices as n (company_id, notified_at)
      select company_id, ${now}::timestamptz from (${due}) d order by company_id
      on conflict (company_id) do update set notified_at = excluded.notified_at where n.notified_at <= ${now.subtract(noticeInterval)}
      returning company_id, (select count(*)::int from deliveries h where h.company_id = n.company_id and h.state = 'held') as held`.execute(
      tx.db,
    );
    for (const { companyId, held } of exhausted) {
      await remindAdmins(tx, {
        companyId,
        type: 'smsFundsError',
        words: 'reminderText.smsFunds',
        params: { count: String(held) },
        link: '/app/company/payments',
      });
    }
  });
}
