// The rows of the SMS lists: PostgreSQL masks every possible token of a link (`mask_links`) before the text
// leaves the database.
import { sql } from 'kysely';
import { sentStates } from '#contract/messaging/deliveries.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import { isDeliveryOf, messageLookups, messageNameOrders } from '#server/messaging/outbox/message-lists.ts';

export function smsRows(context: SignedIn) {
  return allSms(context).select(['m.id', 'm.createdAt', 'm.words', beginning]);
}

/** The SMS of the caller's company. */
export function companySmsRows(context: SignedIn) {
  return allSms(context, { ofCompany: true })
    .select(['m.id', 'm.createdAt', 'm.words', beginning])
    .where('m.companyId', '=', context.user.companyId);
}

/** The first letters of the text, folded, as an index has them. */
const beginning = sql<string>`left(folded(left(m.message, 200)), 100)`.as('beginning');

export function smsLogRows(context: SignedIn) {
  return allSms(context)
    .innerJoin('deliveryAttempts as l', 'l.deliveryId', 'm.id')
    .select(['l.id', 'l.createdAt', 'l.answer as log', 'l.words']);
}

/** Texts of people. The customer is one of the company, or of none. */
export function receivedRows({ db }: SignedIn) {
  return db
    .selectFrom('inboundMessages as i')
    .select(['i.id', 'i.createdAt', 'i.fromSms as from', 'i.message'])
    .select(sql<string>`case i.meaning when '' then 'none' else i.meaning end`.as('meaning'))
    .select(
      sql<string>`coalesce((select k.name from contacts k where k.company_id = i.company_id and k.phone_key = i.from_sms
        and k.merged_into is null order by k.created_at limit 1), '')`.as('customer'),
    );
}

function allSms({ db }: SignedIn, options?: { ofCompany: boolean }) {
  return (
    db
      .selectFrom('smsMessages as m')
      // Every SMS has its delivery; an outer join costs nothing where no column of it is asked for.
      .leftJoin('deliveries as d', (join) => join.on(isDeliveryOf('sms', options)))
      .leftJoin('companies as c', 'c.id', 'm.companyId')
      // As in the list of mails: a join by two columns makes a count read the rows.
      .select(
        sql<string>`(select o.name from locations o where o.company_id = m.company_id and o.id = m.location_id)`.as(
          'location',
        ),
      )
      .select([
        'c.name as company',
        'm.fromSms as from',
        'm.fromSms',
        'm.toSms as to',
        'm.toSms',
        'm.subject',
        'd.state',
        'm.companyId',
        'm.locationId',
        'd.createdAt as queuedAt',
      ])
      .select(sql<number>`coalesce(d.parts, 1)`.as('parts'))
      .select(
        sql<number | null>`(select nullif(coalesce(h.settled, h.amount), 0)::float8 from holds h
          where h.source_kind = 'sms' and h.source_id = d.id)`.as('price'),
      )
      .select(sql<boolean>`d.state in (${sql.join(sentStates.map((state) => sql.lit(state)))})`.as('sent'))
      .select(sql<string>`mask_links(m.message)`.as('message'))
  );
}

/** How a search finds SMS: the indexed text has everything but the names of company and location. */
export const smsSearch = {
  searchColumn: { column: 'words', of: ['from', 'fromSms', 'to', 'toSms', 'subject', 'log', 'message'] },
  foldedColumns: { all: 'words', fields: { message: 'words' } },
  lookups: messageLookups,
  nameOrders: messageNameOrders,
  orderColumns: { message: { column: 'beginning', ties: 'createdAt' } },
} satisfies Partial<RowSource>;
