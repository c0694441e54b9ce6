// Serves the second factor and passkeys.
import { secondFactor } from '#contract/identity/second-factor.ts';
import { serve } from '#server/lib/http/serve.ts';
import { addPasskey, authenticateWithPasskey, removePasskey, startPasskey, startPasskeySignIn } from './passkeys.ts';
import {
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
} from './second-factor.ts';

export const secondFactorRoutes = serve(secondFactor, {
  getSecondFactor: readSecondFactor,
  startSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  startPasskey,
  addPasskey,
  removePasskey,
  startPasskeySignIn,
  authenticateWithPasskey,
});
