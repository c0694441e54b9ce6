// Serves the list of invitations that are not accepted yet.
import { sql } from 'kysely';
import { companyInvitations } from '#contract/identity/invitations.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';
import { inviteEmployee } from './invite.ts';

export const invitationRoutes = serve(companyInvitations.operations, {
  ...gridOf(companyInvitations, { rows: invitationRows }),
  sendAgain,
  withdraw,
});

function invitationRows({ user, clock }: SignedIn) {
  return sql<object>`
    select a.id, a.e_mail, case when a.expires_at = a.created_at then 'unsent' when a.expires_at > ${clock.now()} then 'waiting' else 'expired' end as state,
      array(select l.name from invitation_locations i
        join locations l on l.company_id = i.company_id and l.id = i.location_id
        where i.company_id = a.company_id and i.token_hash = a.token_hash order by folded(l.name), l.id) as locations,
      array(select 'user' union select x.name from invitation_actions i join actions x on x.id = i.action_id
        where i.company_id = a.company_id and i.token_hash = a.token_hash order by 1) as actions,
      a.created_at, a.expires_at
    from action_links a where a.company_id = ${user.companyId} and a.purpose = 'invite'`;
}

/** Throws 404 for an invitation of another company, 417 as the first invitation does. */
async function sendAgain(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const { rows } = await sql<{ eMail: string; locationIds: string[]; actions: string[] }>`
    select a.e_mail,
      array(select i.location_id from invitation_locations i
        where i.company_id = a.company_id and i.token_hash = a.token_hash) as location_ids,
      array(select x.name from invitation_actions i join actions x on x.id = i.action_id
        where i.company_id = a.company_id and i.token_hash = a.token_hash) as actions
    from action_links a
    where a.company_id = ${context.user.companyId} and a.purpose = 'invite' and a.id = ${id}`.execute(context.db);
  const [found] = rows;
  if (!found) throw notFound();
  return inviteEmployee(context, found);
}

async function withdraw(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const withdrawn = await context.db
    .deleteFrom('actionLinks')
    .where('companyId', '=', context.user.companyId)
    .where('purpose', '=', 'invite')
    .where('id', '=', id)
    .returning('eMail')
    .executeTakeFirst();
  if (!withdrawn) throw notFound();
  await audit(context, `Withdrew the invitation of ${withdrawn.eMail}`);
}
