// Registers a company: whoever sends the form learns nothing but that a mail is on its way.
import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Parsed } from '#contract/lib/service.ts';
import type { user } from '#contract/user.ts';
import { checkCaptcha } from '#server/captcha/check-captcha.ts';
import { transaction } from '#server/db/transaction.ts';
import { issueLink } from '#server/lib/action-link.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { evenly } from '#server/lib/even-time.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { setting } from '#server/lib/setting.ts';
import { throttle } from '#server/lib/throttle.ts';
import { accountUrls, queueAccountMail } from '#server/mail/queue-account-mail.ts';
import { addCompany, zoneOrUtc } from './add-company.ts';
import { judgePassword } from './judge-password.ts';
import { languageIdOf } from './language-id.ts';
import { hashPassword } from './password.ts';

/** Longer than either way takes (ms): neither the answer nor its time tells whether the login exists. */
const sameTime = 400;

/** 417 for a plan that there is not, a bad captcha and a common password; 429 after twenty from one address in an hour. */
export async function register(context: Context, input: Parsed<typeof user.create>): Promise<undefined> {
  if (!(await setting(context.db, 'registration.open', true))) throw new Refusal(403, 'account.registrationClosed');
  await throttle(context, { what: 'register address', whose: context.visitor.address, most: 20, minutes: 60 });
  await judgePassword(input.password, input.logIn);
  const plan = await context.db
    .selectFrom('plans')
    .select('number')
    .where('number', '=', input.plan)
    .executeTakeFirst();
  if (!plan) throw invalid('Plan', 'account.planUnknown');
  await checkCaptcha(context, input.captchaResponse);
  await evenly(sameTime, async () => {
    const passwordHash = await hashPassword(input.password);
    await transaction(context, (within) => addOrTell(within, input, passwordHash));
  });
}

async function addOrTell(context: Context, input: Parsed<typeof user.create>, passwordHash: string): Promise<void> {
  const { logIn } = input;
  const { language } = context.visitor;
  const made = await context.db
    .insertInto('users')
    .values({
      id: randomUUIDv7(),
      logIn,
      passwordHash,
      languageId: await languageIdOf(context.db, language),
      createdAt: context.clock.now(),
    })
    // The unique index is on the folded login.
    .onConflict((conflict) => conflict.expression(sql`lower(log_in)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return queueAccountMail(context, 'exists', { to: logIn, language, url: accountUrls.logIn(context) });
  const name = logIn.split('@')[0] ?? logIn;
  const { companyId } = await addCompany(
    context,
    {
      name: input.companyName ?? name,
      planNumber: input.plan,
      timeZone: zoneOrUtc(input.timeZone),
      eMail: logIn,
    },
    { userId: made.id, name, actions: ['user', 'admin'] },
  );
  await audit(context, 'Registered', { userId: made.id, userName: logIn, companyId });
  const token = await issueLink(context, { purpose: 'verify', userId: made.id });
  await queueAccountMail(context, 'verify', {
    to: logIn,
    language,
    companyId,
    url: accountUrls.verify(context, token),
  });
}
