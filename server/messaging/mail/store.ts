// The rows of the mail lists: PostgreSQL masks every possible token of a link before the text leaves the database.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

/** The pattern of server/messaging/mail/mask-links.ts, applied to the whole text. */
const token = '(?<=[/=])(?=[[:alnum:]_-]*[A-Z])[[:alnum:]_-]{22,128}(?![[:alnum:]_-])';

export function messageRows(context: SignedIn) {
  return mails(context).select(['m.id', 'm.createdAt']);
}

export function logRows(context: SignedIn) {
  return mails(context)
    .innerJoin('emailMessageLogs as l', 'l.messageId', 'm.id')
    .select(['l.id', 'l.createdAt', 'l.log']);
}

function mails({ db }: SignedIn) {
  return db
    .selectFrom('emailMessages as m')
    .leftJoin('companies as c', 'c.id', 'm.companyId')
    .leftJoin('locations as o', (join) =>
      join.onRef('o.companyId', '=', 'm.companyId').onRef('o.id', '=', 'm.locationId'),
    )
    .select(['c.name as company', 'o.name as location', 'm.fromEMail', 'm.toEMail', 'm.subject', 'm.state'])
    .select(sql<boolean>`m.state = 'sent'`.as('sent'))
    .select(sql<string>`regexp_replace(m.html, ${sql.lit(token)}, '***', 'g')`.as('message'));
}
