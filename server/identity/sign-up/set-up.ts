// Creates the first operator of an empty installation, with a link that only the server's log shows.
import { randomUUIDv7, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import type { Parsed } from '#contract/lib/service.ts';
import type { application } from '#contract/site/application.ts';
import { transaction } from '#server/db/transaction.ts';
import { checkPasswordStrength } from '#server/identity/passwords/check-password-strength.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { agreeByJoining } from '#server/identity/privacy/agree.ts';
import { completeSignIn } from '#server/identity/sessions/complete-sign-in.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context, ServiceContext, Services } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { invalid } from '#server/lib/refusal.ts';
import { invalidLink } from '#server/lib/session/action-link.ts';
import { hashToken, newToken } from '#server/lib/session/session.ts';
import { personNameOf } from '#server/lib/sql/person-name.ts';
import { fullCampaignMailsPerDay } from '#server/messaging/mail/limit-campaign-mails.ts';
import { addCompany } from './add-company.ts';
import { languageIdOf } from './language-id.ts';

const secretName = 'setup';
/** An arbitrary lock number: one setup at a time. */
const lock = 4_027_004;

/** Returns the address of the setup page with a new token, or undefined once an operator exists. */
export async function createSetUpLink(services: Services): Promise<string | undefined> {
  const context = { ...services, db: services.database.write };
  if (await hasOperator(context)) return undefined;
  const token = newToken();
  await context.db
    .insertInto('serverSecrets')
    .values({ name: secretName, value: hashToken(token) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: hashToken(token) }))
    .execute();
  return `${services.publicUrl}/setup?token=${token}`;
}

/** Whether the link is still valid. */
export async function canSetUp(context: Context, { token }: { token: string }): Promise<{ value: boolean }> {
  await throttle(context, { action: 'setup address', subject: context.visitor.address, max: 60, minutes: 15 });
  return { value: (await isToken({ ...context, db: context.database.write }, token)) && !(await hasOperator(context)) };
}

/**
 * Creates the operator, who agrees to the terms that they run, and their company, and signs them in. The link works
 * once, and never when an operator exists.
 */
export async function setUp(context: Context, input: Parsed<typeof application.setup>): Promise<CurrentUserAnswer> {
  const { value } = await canSetUp(context, input);
  if (!value) throw invalidLink();
  await checkPasswordStrength(input.password, input.logIn);
  const passwordHash = await hashPassword(input.password);
  const userId = await transaction(context, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx.db);
    if (!(await isToken(tx, input.token)) || (await hasOperator(tx))) throw invalidLink();
    await tx.db.deleteFrom('serverSecrets').where('name', '=', secretName).execute();
    const now = tx.clock.now();
    const made = await tx.db
      .insertInto('users')
      .values({
        id: randomUUIDv7(),
        logIn: input.logIn,
        firstName: input.firstName ?? '',
        lastName: input.lastName ?? '',
        passwordHash,
        languageId: await languageIdOf(tx.db, tx.visitor.language),
        eMailVerifiedAt: now,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.expression(sql`lower(log_in)`).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw invalid('LogIn', 'account.logInTaken');
    await agreeByJoining(tx, made.id);
    const { companyId } = await addCompany(
      tx,
      {
        name: input.companyName ?? 'Daybook',
        planNumber: undefined,
        timeZone: input.timeZone,
        linksLeadDirectly: true,
        eMail: input.logIn,
        campaignMailsPerDay: fullCampaignMailsPerDay,
      },
      { userId: made.id, name: nameOf(input), actions: ['user', 'admin', 'sys'] },
    );
    await audit(tx, 'Set the installation up', { userId: made.id, userName: input.logIn, companyId });
    return made.id;
  });
  const proof = { userId, logIn: input.logIn, remembered: false };
  return completeSignIn({ ...context, db: context.database.write }, proof, 'Signed in by setting up');
}

/** The name that their public address is made from. */
function nameOf({ firstName, lastName, logIn }: Parsed<typeof application.setup>): string {
  return personNameOf({ firstName, lastName }) || (logIn.split('@')[0] ?? '');
}

async function hasOperator({ db }: Pick<ServiceContext, 'db'>): Promise<boolean> {
  const found = await db
    .selectFrom('userActions as ua')
    .innerJoin('actions as a', 'a.id', 'ua.actionId')
    .select('ua.userId')
    .where('a.name', '=', 'sys')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function isToken({ db }: Pick<ServiceContext, 'db'>, token: string): Promise<boolean> {
  const stored = await db.selectFrom('serverSecrets').select('value').where('name', '=', secretName).executeTakeFirst();
  const hash = hashToken(token);
  return stored !== undefined && stored.value.length === hash.length && timingSafeEqual(stored.value, hash);
}
