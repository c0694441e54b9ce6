// Signing in and out, and who one is.
import { user } from '#contract/user.ts';
import { invalid } from '#server/lib/refusal.ts';
import { serve } from '#server/lib/serve.ts';
import { endSession } from '#server/lib/session.ts';
import { authenticate } from './authenticate.ts';
import { changeLocation } from './change-location.ts';
import { changePassword } from './change-password.ts';
import { stopImpersonating } from './impersonate.ts';
import { acceptInvitation, readInvitation } from './invite.ts';
import { readCurrent } from './read-current.ts';
import { askForNewPassword, setPassword } from './recover.ts';
import { register } from './register.ts';
import { sendVerification, verifyAddress } from './verify-address.ts';

export const userRoutes = serve(user, {
  authenticate: (context, input) => authenticate(context, { ...input, remembered: false }),
  authenticateWithRememberMe: (context, input) => authenticate(context, { ...input, remembered: true }),
  logOut: (context) => endSession(context).then(() => undefined),
  create: register,
  sendVerification: (context) => sendVerification(context),
  verify: verifyAddress,
  resetPassword: askForNewPassword,
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
