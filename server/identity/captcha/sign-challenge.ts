// A captcha that needs no other house: a small sum for the visitor's machine, signed, and soon too old.
import { createChallenge, randomInt } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Services } from '#server/lib/context.ts';
import { serverSecret } from '#server/lib/secrets/server-secret.ts';

/** Minutes for which a challenge may be answered; long enough to fill a form in. */
export const challengeMinutes = 20;
/** Rounds of one try, and how many tries it takes: about a second on a phone, nothing for a form, much for a million forms. */
const cost = 1_000;
const counterRange = { min: 400, max: 1_200 };

/** What challenges are signed by; the same in all processes. */
export async function captchaSecrets(services: Services) {
  const secret = (await serverSecret(services, 'captcha')).toString('base64');
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}.key` };
}

/** A challenge as altcha understands it; the answer comes back in `CaptchaResponse`. */
export async function signChallenge(services: Services): Promise<Record<string, unknown>> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(counterRange.max, counterRange.min),
    deriveKey,
    ...(await captchaSecrets(services)),
    // Signed with the rest, and judged by our own clock.
    data: { until: services.clock.now().add({ minutes: challengeMinutes }).toString() },
  });
  return { ...challenge };
}
