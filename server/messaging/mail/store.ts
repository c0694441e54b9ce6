// The rows of the mail lists: PostgreSQL masks every possible token of a link (`mask_links`) before the text
// leaves the database.
import { sql } from 'kysely';
import { sentStates } from '#contract/messaging/deliveries.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import { isDeliveryOf, messageLookups, messageNameOrders } from '#server/messaging/outbox/message-lists.ts';

export function mailRows(context: SignedIn) {
  return mails(context).select(['m.id', 'm.createdAt', 'm.words', beginning]);
}

/** The mails of the caller's company. */
export function companyMailRows(context: SignedIn) {
  return mails(context, { ofCompany: true })
    .select(['m.id', 'm.createdAt', 'm.words', beginning])
    .where('m.companyId', '=', context.user.companyId);
}

/** The first letters of the text, folded, as an index has them. */
const beginning = sql<string>`left(coalesce(m.beginning, folded(left(m.plain, 200))), 100)`.as('beginning');

export function mailLogRows(context: SignedIn) {
  return mails(context)
    .innerJoin('deliveryAttempts as l', 'l.deliveryId', 'm.id')
    .select(['l.id', 'l.createdAt', 'l.answer as log', 'l.words']);
}

function mails({ db }: SignedIn, options?: { ofCompany: boolean }) {
  return (
    db
      .selectFrom('emailMessages as m')
      // Every mail has its delivery; an outer join costs nothing where no column of it is asked for.
      .leftJoin('deliveries as d', (join) => join.on(isDeliveryOf('mail', options)))
      .leftJoin('companies as c', 'c.id', 'm.companyId')
      // A join by two columns keeps its columns in a count that needs none, which then reads the rows, not an index.
      .select(
        sql<string>`(select o.name from locations o where o.company_id = m.company_id and o.id = m.location_id)`.as(
          'location',
        ),
      )
      .select(['c.name as company', 'm.fromEMail', 'm.toEMail', 'm.subject', 'd.state', 'm.companyId', 'm.locationId'])
      .select('d.createdAt as queuedAt')
      .select(sql<boolean>`d.state in (${sql.join(sentStates.map((state) => sql.lit(state)))})`.as('sent'))
      .select(
        sql<string>`case when m.content_id is null then mask_links(m.html) else (
          select mask_links(fill_content(t.html, coalesce(m.fields, '{}'))) from message_contents t where t.id = m.content_id)
          end`.as('message'),
      )
  );
}

/** How a search finds mails: the indexed text has everything but the names of company and location. */
export const mailSearch = {
  searchColumn: { column: 'words', of: ['fromEMail', 'toEMail', 'subject', 'log', 'message'] },
  foldedColumns: { all: 'words', fields: { message: 'words' } },
  lookups: messageLookups,
  nameOrders: messageNameOrders,
  orderColumns: { message: { column: 'beginning', ties: 'createdAt' } },
} satisfies Partial<RowSource>;
