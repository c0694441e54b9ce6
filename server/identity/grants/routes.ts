// Serves grants to people and groups.
import {
  companyGrantLists,
  companyGrants,
  type GrantKind,
  grantKinds,
  groupGrantLists,
  groupGrants,
  systemGrantLists,
  systemGrants,
} from '#contract/identity/grants.ts';
import type { AnyList, ExportInput, PageInput } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { exportList } from '#server/lib/grid/export-list.ts';
import { paginate } from '#server/lib/grid/page.ts';
import type { RowSource } from '#server/lib/grid/source.ts';
import { serve } from '#server/lib/http/serve.ts';
import { grantSource, groupGrantSource, listGrantsOf } from './list-grants.ts';
import { anywhere, type GrantScope, here } from './scope.ts';
import { setGrant } from './set-grant.ts';
import { setGroupGrant } from './set-group-grant.ts';

type Switch = Parameters<typeof setGrant>[1];

const pageOf = (list: AnyList, source: RowSource) => (context: SignedIn, input: PageInput) =>
  paginate(context, list, source, input);
const fileOf = (list: AnyList, source: RowSource) => (context: SignedIn, input: ExportInput) =>
  exportList(context, list, source, input);

const grantHandlers = (lists: Record<GrantKind, AnyList>, scope: GrantScope) => {
  const change = (kinds: readonly GrantKind[]) => (context: SignedIn, input: Switch) =>
    setGrant(context, input, kinds, scope);
  return {
    getAllActionsAcl: pageOf(lists.actions, grantSource('actions', scope)),
    getAllGroupsAcl: pageOf(lists.groups, grantSource('groups', scope)),
    getAllLocationsAcl: pageOf(lists.locations, grantSource('locations', scope)),
    getAllPagesAcl: pageOf(lists.pages, grantSource('pages', scope)),
    exportActionsAcl: fileOf(lists.actions, grantSource('actions', scope)),
    exportGroupsAcl: fileOf(lists.groups, grantSource('groups', scope)),
    exportLocationsAcl: fileOf(lists.locations, grantSource('locations', scope)),
    exportPagesAcl: fileOf(lists.pages, grantSource('pages', scope)),
    getAcl: (context: SignedIn, input: { id: string }) => listGrantsOf(context, input, scope),
    updateAcl: change(grantKinds),
    updateGroup: change(['groups']),
    updateLocation: change(['locations']),
  };
};

export const companyGrantRoutes = serve(companyGrants, grantHandlers(companyGrantLists, here));
export const systemGrantRoutes = serve(systemGrants, grantHandlers(systemGrantLists, anywhere));
export const groupGrantRoutes = serve(groupGrants, {
  getAllActionsAcl: pageOf(groupGrantLists.actions, groupGrantSource('actions')),
  getAllPagesAcl: pageOf(groupGrantLists.pages, groupGrantSource('pages')),
  exportActionsAcl: fileOf(groupGrantLists.actions, groupGrantSource('actions')),
  exportPagesAcl: fileOf(groupGrantLists.pages, groupGrantSource('pages')),
  updateAcl: setGroupGrant,
});
