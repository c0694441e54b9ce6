// Serves the second factor and passkeys.
import { secondFactor } from '#contract/identity/second-factor.ts';
import { type Handlers, serve } from '#server/lib/http/serve.ts';
import { addPasskey, removePasskey, startPasskey } from './passkeys.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts';

type SignInHandlers = Pick<Handlers<typeof secondFactor>, 'startPasskeySignIn' | 'authenticateWithPasskey'>;

/** Signing in by a passkey belongs to the feature that signs in. */
export const secondFactorRoutes = (signIn: SignInHandlers) =>
  serve(secondFactor, {
    getSecondFactor: readSecondFactor,
    startSecondFactor,
    confirmSecondFactor,
    renewRecoveryCodes,
    removeSecondFactor,
    startPasskey,
    addPasskey,
    removePasskey,
    ...signIn,
  });
