// Registers a company. The answer reveals only that a mail will be sent.

import type { user } from '#contract/identity/sign-in.ts';
import type { Parsed } from '#contract/lib/service.ts';
import { transaction } from '#server/db/transaction.ts';
import { checkCaptcha } from '#server/identity/captcha/check-captcha.ts';
import { checkPasswordStrength } from '#server/identity/passwords/check-password-strength.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { withMinDuration } from '#server/lib/http/with-min-duration.ts';
import { issueLink } from '#server/lib/session/action-link.ts';
import { accountUrls, queueAccountMail } from '#server/messaging/mail/queue-account-mail.ts';
import { addAccount } from './add-account.ts';
import { addCompany } from './add-company.ts';
import { assertNoWebAddress, nameFromAddress } from './company-name.ts';
import { mayRegister } from './may-register.ts';
import { rememberRegistration } from './registering-browser.ts';

/** Longer than both paths take (ms): neither the answer nor its duration reveals whether the login exists. */
const minDurationMs = 400;

/**
 * Throws 417 for an unknown plan, a failed captcha, a common password and a web address as the company's name; 429
 * after twenty from one address in an hour.
 */
export async function register(context: Context, input: Parsed<typeof user.create>): Promise<undefined> {
  await mayRegister(context, input.plan);
  assertNoWebAddress('CompanyName', input.companyName);
  await checkPasswordStrength(input.password, input.logIn);
  await checkCaptcha(context, input.captchaResponse);
  await withMinDuration(minDurationMs, async () => {
    const passwordHash = await hashPassword(input.password);
    const userId = await transaction(context, (tx) => addOrNotify(tx, input, passwordHash));
    await rememberRegistration(context, userId === undefined ? undefined : { userId, passwordHash });
  });
}

/** Returns the id of the account, undefined when the login is taken. */
async function addOrNotify(
  context: Context,
  input: Parsed<typeof user.create>,
  passwordHash: string,
): Promise<string | undefined> {
  const { logIn } = input;
  const { language } = context.visitor;
  const userId = await addAccount(context, { logIn, passwordHash });
  if (!userId) {
    await queueAccountMail(context, 'exists', { to: logIn, language, url: accountUrls.logIn(context) });
    return undefined;
  }
  const name = nameFromAddress(logIn);
  const { companyId } = await addCompany(
    context,
    {
      name: input.companyName ?? name,
      planNumber: input.plan,
      timeZone: input.timeZone,
      eMail: logIn,
      campaignMailsPerDay: context.config.campaignMailsFirstDay,
    },
    { userId, name, actions: ['user', 'admin'] },
  );
  await audit(context, 'Registered', { userId, userName: logIn, companyId });
  const token = await issueLink(context, { purpose: 'verify', userId });
  await queueAccountMail(context, 'verify', {
    to: logIn,
    language,
    companyId,
    url: accountUrls.verify(context, token),
  });
  return userId;
}
