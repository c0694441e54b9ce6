// Solves our own captcha like a visitor's browser, and finds the links in mails.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { application } from '#contract/site/application.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { storedMails } from './stored-messages.ts';

/** A response that is valid once. */
export async function solvedCaptcha(app: TestApp): Promise<string> {
  const { answer } = await app.call(application.getCaptchaChallenge, {});
  const challenge = JSON.parse(answer.challenge) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** The last mail to an address: its subject, and the token of the link in it, if any. */
export async function lastMailTo(
  app: TestApp,
  eMail: string,
): Promise<{ subject: string; plain: string; token: string } | undefined> {
  const mail = (await storedMails(app, eMail)).at(-1);
  return (
    mail && { subject: mail.subject, plain: mail.plain, token: /\/user\/\w+\/([\w-]{43})/.exec(mail.plain)?.[1] ?? '' }
  );
}
