// Serves operations on the people of every company.
import { systemUsers } from '#contract/identity/system-users.ts';
import { markVerified } from '#server/identity/sign-up/mark-verified.ts';
import { serve } from '#server/lib/http/serve.ts';
import { impersonate } from './impersonate.ts';

export const systemUserRoutes = serve(systemUsers, {
  impersonate: (context, input) => impersonate(context, input, { anywhere: true }),
  markVerified,
});
