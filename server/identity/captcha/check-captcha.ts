// Verifies the solution of a captcha: once, in time, with the built-in check or the configured service.
import { createHash } from 'node:crypto';
import { verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Solution } from 'altcha-lib/types';
import { sql } from 'kysely';
import type { Context } from '#server/lib/context.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { captchaSecrets } from './sign-challenge.ts';

/** Timeout of the external service (ms). */
const verifyTimeout = 5_000;

/** Throws 417 with Key `CaptchaResponse` unless the response is valid; a valid one is consumed. */
export async function checkCaptcha(context: Context, response: string): Promise<void> {
  const { captcha } = context.config;
  const good = captcha.provider === 'altcha' ? await isSolved(context, response) : await isApproved(context, response);
  if (!good) throw invalid('CaptchaResponse', 'account.captchaWrong');
}

async function isSolved(context: Context, response: string): Promise<boolean> {
  const payload = readPayload(response);
  if (!payload) return false;
  const until = untilOf(payload.challenge);
  const now = context.clock.now();
  if (!until || Temporal.Instant.compare(until, now) <= 0) return false;
  const result = await verifySolution({ ...payload, deriveKey, ...(await captchaSecrets(context)) }).catch(() => null);
  return result?.verified === true && isFirst(context, payload.challenge.signature ?? '', until);
}

/** Counts by challenge, not by response: one challenge has many encodings of its solution. */
async function isFirst(context: Context, signature: string, until: Temporal.Instant): Promise<boolean> {
  const now = context.clock.now();
  const { write } = context.database;
  await write.deleteFrom('usedCaptchas').where('expiresAt', '<', sql<Temporal.Instant>`${now}`).execute();
  const inserted = await write
    .insertInto('usedCaptchas')
    .values({ answerHash: createHash('sha256').update(signature.toLowerCase()).digest(), expiresAt: until })
    .onConflict((conflict) => conflict.column('answerHash').doNothing())
    .returning('expiresAt')
    .executeTakeFirst();
  return inserted !== undefined;
}

interface Payload {
  challenge: Challenge;
  solution: Solution;
}

/** Parses base64 of JSON; undefined for anything else. */
function readPayload(response: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(response, 'base64').toString('utf8')) as Partial<Payload> | null;
    return payload?.challenge?.parameters && payload.solution ? (payload as Payload) : undefined;
  } catch {
    return undefined;
  }
}

function untilOf({ parameters }: Challenge): Temporal.Instant | undefined {
  const until = parameters.data?.until;
  if (typeof until !== 'string') return undefined;
  try {
    return Temporal.Instant.from(until);
  } catch {
    return undefined;
  }
}

/** Turnstile, hCaptcha and reCAPTCHA share a protocol: secret and response as a form, `success` in the answer. */
async function isApproved({ config, visitor, log }: Context, response: string): Promise<boolean> {
  const { verifyUrl, secret } = config.captcha;
  const body = new URLSearchParams({ secret: secret ?? '', response, remoteip: visitor.address });
  try {
    const answer = await fetch(verifyUrl ?? '', { method: 'POST', body, signal: AbortSignal.timeout(verifyTimeout) });
    if (!answer.ok) throw new Error(`the captcha service answered ${answer.status}`);
    const { success } = (await answer.json()) as { success?: boolean };
    return success === true;
  } catch (error) {
    log.warn({ err: error }, 'the captcha service cannot be asked');
    throw new Refusal(503, 'account.captchaAway', { retryAfter: 30 });
  }
}
