// Serves operations on the people of the current company.
import { companyUsers } from '#contract/identity/company-users.ts';
import { inviteEmployee } from '#server/identity/sign-up/invite.ts';
import { serve } from '#server/lib/http/serve.ts';
import { impersonate } from './impersonate.ts';

export const companyUserRoutes = serve(companyUsers, {
  impersonate: (context, { id }) => impersonate(context, { id }, { anywhere: false }),
  invite: inviteEmployee,
});
