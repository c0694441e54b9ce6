// A captcha without an external service: a small computation for the visitor's device, signed and short-lived.
import { createChallenge, randomInt } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Services } from '#server/lib/context.ts';
import { serverSecret } from '#server/lib/secrets/server-secret.ts';

/** How long a challenge is valid (minutes); enough to fill in a form. */
export const challengeMinutes = 20;
/**
 * Rounds per attempt, and the range of attempts: about a second on a phone, negligible per form, expensive for a
 * million.
 */
const cost = 1_000;
const counterRange = { min: 400, max: 1_200 };

/** The secrets that sign challenges; the same in all processes. */
export async function captchaSecrets(services: Services) {
  const secret = (await serverSecret(services, 'captcha')).toString('base64');
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}.key` };
}

/** Returns a challenge in altcha's format; its solution comes back in `CaptchaResponse`. */
export async function signChallenge(services: Services): Promise<Record<string, unknown>> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counterRange.max, counterRange.min),
    deriveKey,
    ...(await captchaSecrets(services)),
    // Signed with the rest, and compared with the server's clock.
    data: { until: services.clock.now().add({ minutes: challengeMinutes }).toString() },
  });
  return { ...challenge };
}
