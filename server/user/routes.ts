// Signing in and out, and who one is.
import { user } from '#contract/user.ts';
import { notFound } from '#server/lib/refusal.ts';
import { serve } from '#server/lib/serve.ts';
import { endSession } from '#server/lib/session.ts';
import { authenticate } from './authenticate.ts';
import { currentUserOf } from './store.ts';

export const userRoutes = serve(user, {
  authenticate: (context, input) => authenticate(context, { ...input, remembered: false }),
  authenticateWithRememberMe: (context, input) => authenticate(context, { ...input, remembered: true }),
  logOut: (context) => endSession(context).then(() => undefined),
  isAuthenticated: (context) => ({ value: context.user !== undefined }),
  async getCurrent(context) {
    const { id: userId, companyId, locationId, impersonator } = context.user;
    const found = await currentUserOf(context.db, {
      userId,
      companyId,
      locationId,
      impersonated: impersonator !== null,
    });
    if (!found) throw notFound();
    return found;
  },
});
