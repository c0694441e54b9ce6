// The people of every company.
import { systemUsers } from '#contract/system-users.ts';
import { serve } from '#server/lib/serve.ts';
import { impersonate } from './impersonate.ts';

export const systemUserRoutes = serve(systemUsers, {
  impersonate: (context, input) => impersonate(context, input, { anywhere: true }),
});
