// Solves a challenge of our own captcha asynchronously: the browser hashes while the page stays responsive.
import type { Challenge } from 'altcha-lib/types';
import { application } from '#contract/site/application.ts';
import { call } from '#web/lib/client/client.ts';

/** Returns the response to send: challenge and solution, as base64. Throws if there is no solution. */
export async function solveCaptcha(signal: AbortSignal): Promise<string> {
  const [{ solveChallenge }, { deriveKey }, { challenge: text }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
    call(application.getCaptchaChallenge, {}, { signal, handlesErrors: true }),
  ]);
  // From our own server.
  const challenge = JSON.parse(text) as Challenge;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  const solution = await solveChallenge({ challenge, deriveKey, controller });
  if (!solution) throw new Error('The challenge was not solved.');
  return btoa(JSON.stringify({ challenge, solution }));
}
