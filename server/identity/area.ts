// The routes, pages and menu items of identity.
import { type Area, page } from '#server/lib/area.ts';
import { accountRoutes, pushRoutes } from './account/routes.ts';
import { companyGrantRoutes, groupGrantRoutes, systemGrantRoutes } from './grants/routes.ts';
import { companyUserRoutes } from './impersonation/company-routes.ts';
import { systemUserRoutes } from './impersonation/system-routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { actionRoutes, groupRoutes } from './roles.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { userRoutes } from './sign-in/routes.ts';
import { authenticateWithPasskey, startPasskeySignIn } from './sign-in/sign-in-by-passkey.ts';
import { invitationRoutes } from './sign-up/invitations.ts';
import { socialRoutes } from './social/routes.ts';

/** The areas above pass the steps that precede the deletion of an account. */
export const identityArea = (above: Parameters<typeof privacyRoutes>[0]) =>
  ({
    routes: {
      user: userRoutes,
      social: socialRoutes,
      secondFactor: secondFactorRoutes({ startPasskeySignIn, authenticateWithPasskey }),
      sessions: sessionRoutes,
      account: accountRoutes,
      push: pushRoutes,
      privacy: privacyRoutes(above),
      companyUsers: companyUserRoutes,
      companyInvitations: invitationRoutes,
      systemUsers: systemUserRoutes,
      companyGrants: companyGrantRoutes,
      systemGrants: systemGrantRoutes,
      groupGrants: groupGrantRoutes,
      systemActions: actionRoutes,
      systemGroups: groupRoutes,
    },
    menu: [
      page('/app/user/my-account', 'user', {
        key: 'myAccount',
        name: 'My account',
        order: 5,
        icon: 'fa fa-user',
        ids: ['000320', '000420'],
      }),
    ],
  }) satisfies Area;
