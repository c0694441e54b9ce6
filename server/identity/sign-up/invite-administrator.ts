// Invites the administrator of a restored company, whom the operator names.
import { sql } from 'kysely';
import type { ServiceContext } from '#server/lib/context.ts';
import { issueLink } from '#server/lib/session/action-link.ts';
import { hashToken } from '#server/lib/session/session.ts';
import { actionIds } from '#server/lib/sql/first-data.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';

/** Mails the link in the caller's transaction. They will work where they did, or at the first location. */
export async function inviteAdministrator(
  context: ServiceContext,
  { companyId, eMail, language, by }: { companyId: string; eMail: string; language: string; by: string },
): Promise<void> {
  const { db } = context;
  const { rows: places } = await sql<{ id: string }>`
    select i.location_id as id from action_links a
    join invitation_locations i on i.company_id = a.company_id and i.token_hash = a.token_hash
    where a.company_id = ${companyId} and a.purpose = 'invite' and lower(a.e_mail) = lower(${eMail})`.execute(db);
  const { rows: first } = await sql<{ id: string }>`
    select id from locations where company_id = ${companyId} order by created_at, id limit 1`.execute(db);
  const company = await db.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow();
  const token = await issueLink(context, { purpose: 'invite', companyId, eMail });
  const tokenHash = hashToken(token);
  const locations = (places.length > 0 ? places : first).map(({ id }) => ({ companyId, tokenHash, locationId: id }));
  if (locations.length > 0) await db.insertInto('invitationLocations').values(locations).execute();
  await db.insertInto('invitationActions').values({ companyId, tokenHash, actionId: actionIds.admin }).execute();
  await queueAccountMail(context, 'invite', {
    to: eMail,
    language,
    companyId,
    company: company.name,
    by,
    url: accountUrls.invite(context, token),
  });
}
