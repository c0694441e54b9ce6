// Tells of the end of a restore: the administrator by an invitation, the operator who ordered it in the feed.
import { sql } from 'kysely';
import type { Db } from '#server/db/pool.ts';
import { inviteAdministrator } from '#server/identity/sign-up/invite-administrator.ts';
import type { ServiceContext } from '#server/lib/context.ts';
import { translate } from '#server/lib/i18n.ts';
import { remind } from '#server/messaging/feed/remind.ts';

/** The person who ordered a restore, and the company of the archive. */
interface Ordered {
  madeBy: string | null;
  madeByName: string;
  notifiedIn: string | null;
}

const page = '/app/system/restore';

/** Invites the administrator, and notes the end in the feed of the operator. */
export async function notifyOfRestore(
  context: ServiceContext,
  restore: Ordered & { administrator: string },
  { companyId, name: company }: { companyId: string; name: string },
): Promise<void> {
  const { administrator, madeByName } = restore;
  const language = await languageOf(context.db, restore);
  await inviteAdministrator(context, { companyId, eMail: administrator, language, by: madeByName });
  await note(context, restore, translate(language, 'reminderText.restoreDone', { company }));
}

/** Notes in the feed of the operator that a restore will not be tried again. */
export async function notifyOfFailure(
  context: ServiceContext,
  restore: Ordered & { companyName: string },
): Promise<void> {
  const language = await languageOf(context.db, restore);
  await note(context, restore, translate(language, 'reminderText.restoreFailed', { company: restore.companyName }));
}

async function note(context: ServiceContext, { madeBy, notifiedIn }: Ordered, text: string): Promise<void> {
  if (!madeBy || !notifiedIn) return;
  const { rows } = await sql`
    select from employees where company_id = ${notifiedIn} and user_id = ${madeBy}`.execute(context.db);
  if (rows.length > 0)
    await remind(context, { companyId: notifiedIn, userId: madeBy, type: 'other', text, link: page });
}

async function languageOf(db: Db, { madeBy }: Ordered): Promise<string> {
  const found = await db
    .selectFrom('users as u')
    .innerJoin('languages as l', 'l.id', 'u.languageId')
    .select('l.key')
    .where('u.id', '=', madeBy)
    .executeTakeFirst();
  return found?.key ?? 'en';
}
