// Grants to people and groups, and the end of their work.
import {
  companyDismissals,
  companyGrants,
  type GrantKind,
  groupGrants,
  systemDismissals,
  systemGrants,
} from '#contract/grants.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { serve } from '#server/lib/serve.ts';
import { deleteUser, fireUser } from './fire-user.ts';
import { listGrants, listGrantsOf, listGroupGrants, type Scope } from './list-grants.ts';
import { setGrant } from './set-grant.ts';
import { setGroupGrant } from './set-group-grant.ts';

type Wanted = Parameters<typeof listGrants>[2];
type Switch = Parameters<typeof setGrant>[1];

const grantHandlers = (scope: Scope) => {
  const list = (kind: GrantKind) => (context: SignedIn, wanted: Wanted) => listGrants(context, kind, wanted, scope);
  const change = (kinds: readonly GrantKind[]) => (context: SignedIn, input: Switch) =>
    setGrant(context, input, kinds, scope);
  return {
    getAllActionsAcl: list('actions'),
    getAllGroupsAcl: list('groups'),
    getAllLocationsAcl: list('locations'),
    getAllPagesAcl: list('pages'),
    getAcl: (context: SignedIn, input: { id: string }) => listGrantsOf(context, input, scope),
    updateAcl: change(['actions', 'pages']),
    updateGroup: change(['groups']),
    updateLocation: change(['locations']),
  };
};

const [here, anywhere]: [Scope, Scope] = [{ anywhere: false }, { anywhere: true }];

export const companyGrantRoutes = serve(companyGrants, grantHandlers(here));
export const systemGrantRoutes = serve(systemGrants, grantHandlers(anywhere));
export const companyDismissalRoutes = serve(companyDismissals, {
  fire: (context, input) => fireUser(context, input, here),
  delete: (context, input) => deleteUser(context, input, here),
});
export const systemDismissalRoutes = serve(systemDismissals, {
  fire: (context, input) => fireUser(context, input, anywhere),
  delete: (context, input) => deleteUser(context, input, anywhere),
});
export const groupGrantRoutes = serve(groupGrants, {
  getAllActionsAcl: (context, input) => listGroupGrants(context, 'actions', input),
  getAllPagesAcl: (context, input) => listGroupGrants(context, 'pages', input),
  updateAcl: setGroupGrant,
});
