// Serves signing in and out, and the current user.
import { user } from '#contract/identity/sign-in.ts';
import { stopImpersonating } from '#server/identity/impersonation/impersonate.ts';
import { changePassword } from '#server/identity/passwords/change-password.ts';
import { requestPasswordReset, setPassword } from '#server/identity/passwords/recover.ts';
import { changeLocation } from '#server/identity/sessions/change-location.ts';
import { acceptInvitation, readInvitation } from '#server/identity/sign-up/invite.ts';
import { register } from '#server/identity/sign-up/register.ts';
import { readLink, signInByLink } from '#server/identity/sign-up/sign-in-by-link.ts';
import { sendAddressVerification, verifyAddress } from '#server/identity/sign-up/verify-address.ts';
import { serve } from '#server/lib/http/serve.ts';
import { invalid } from '#server/lib/refusal.ts';
import { endSession } from '#server/lib/session/session.ts';
import { authenticate } from './authenticate.ts';
import { readCurrent } from './read-current.ts';

export const userRoutes = serve(user, {
  authenticate: (context, input) => authenticate(context, { ...input, remembered: false }),
  authenticateWithRememberMe: (context, input) => authenticate(context, { ...input, remembered: true }),
  logOut: (context) => endSession(context).then(() => undefined),
  create: register,
  sendVerification: (context) => sendAddressVerification(context),
  verify: verifyAddress,
  getLink: readLink,
  signInByLink,
  resetPassword: requestPasswordReset,
  setPassword,
  changePassword,
  changePasswordByAddress() {
    throw invalid('Password', 'account.passwordInAddress');
  },
  invite: readInvitation,
  acceptInvitation,
  changeLocation,
  stopImpersonating: (context) => stopImpersonating(context),
  isAuthenticated: ({ user }) => ({ value: user?.locked === false, isLocked: user?.locked === true }),
  getCurrent: readCurrent,
});
