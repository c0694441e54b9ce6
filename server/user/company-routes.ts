// The people of the current company.
import { companyUsers } from '#contract/company-users.ts';
import { serve } from '#server/lib/serve.ts';
import { impersonate } from './impersonate.ts';
import { inviteEmployee } from './invite.ts';

export const companyUserRoutes = serve(companyUsers, {
  impersonate: (context, { id }) => impersonate(context, { id }, { anywhere: false }),
  invite: inviteEmployee,
});
