// Signs in with a passkey, which counts as both factors.
import type { CurrentUserAnswer } from '#contract/identity/sign-in.ts';
import { addressLimit } from '#server/identity/passwords/sign-in-limits.ts';
import { checkPasskey, passkeyOptions, type WebAuthnJson } from '#server/identity/second-factor/check-passkey.ts';
import { completeSignIn } from '#server/identity/sessions/complete-sign-in.ts';
import { audit } from '#server/lib/audit.ts';
import type { Context } from '#server/lib/context.ts';
import { throttle } from '#server/lib/http/throttle.ts';

export async function startPasskeySignIn(context: Context) {
  await throttle(context, addressLimit(context));
  return passkeyOptions(context, 'sign in by passkey');
}

/** Same answer, 417, for an unknown passkey, a wrong signature and a used challenge. */
export async function authenticateWithPasskey(
  context: Context,
  { response, isRemembered }: { response: WebAuthnJson; isRemembered: boolean },
): Promise<CurrentUserAnswer> {
  await throttle(context, addressLimit(context));
  const { userId, logIn } = await checkPasskey(context, response, {
    purpose: 'sign in by passkey',
    refuse: (owner) =>
      audit({ ...context, db: context.database.write }, 'Sign-in by passkey refused', {
        userId: owner.userId,
        userName: owner.logIn,
        companyId: null,
      }),
  });
  return completeSignIn(context, { userId, logIn, remembered: isRemembered }, 'Signed in by passkey');
}
