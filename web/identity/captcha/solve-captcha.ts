// Solves a challenge of our own captcha in the background; the page stays quick, the browser hashes beside it.
import type { Challenge } from 'altcha-lib/types';
import { application } from '#contract/site/application.ts';
import { call } from '#web/lib/client/client.ts';

/** The response to send, base64 of challenge and solution. Throws when it cannot be solved. */
export async function solveCaptcha(signal: AbortSignal): Promise<string> {
  const [{ solveChallenge }, { deriveKey }, { challenge: text }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
    call(application.getCaptchaChallenge, {}, { signal, handlesErrors: true }),
  ]);
  // Our own server's.
  const challenge = JSON.parse(text) as Challenge;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  const solution = await solveChallenge({ challenge, deriveKey, controller });
  if (!solution) throw new Error('The challenge was not solved.');
  return btoa(JSON.stringify({ challenge, solution }));
}
