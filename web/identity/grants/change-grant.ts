// Changes one grant: shows it at once, saves changes in order, reverts on refusal.
import i18next from 'i18next';
import { companyGrants, type Grant, type GroupGrant, groupGrants, systemGrants } from '#contract/identity/grants.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';

/** The owner of the grants: a user of the company, any user, or a group. */
export type GrantArea = 'company' | 'system' | 'groups';
export type AnySwitch = Grant | GroupGrant;

const basePaths = { company: 'api/company/users/', system: 'api/system/users/', groups: 'api/system/groups/' } as const;
const operations = {
  company: companyGrants,
  system: systemGrants,
  groups: {
    updateAcl: groupGrants.updateAcl,
    updateGroup: groupGrants.updateAcl,
    updateLocation: groupGrants.updateAcl,
  },
} as const;
const verbs = { actions: 'updateAcl', groups: 'updateGroup', locations: 'updateLocation', pages: 'updateAcl' } as const;

/** The latest value of each switch. If several changes overlap, only the latest is shown. */
const latestValues = new Map<string, boolean>();
let queue: Promise<unknown> = Promise.resolve();

/** On success, the switch alone shows the result. On refusal, it reverts and a toast gives the reason. */
export function changeGrant(area: GrantArea, { id, kind }: AnySwitch, label: string, allow: boolean): Promise<void> {
  latestValues.set(id, allow);
  void queryClient.cancelQueries({ predicate: isGrantQuery(area) });
  cacheGrant(area, id, allow);
  const saving = queue.then(async () => {
    try {
      await call(operations[area][verbs[kind]], { id, allow }, { handlesErrors: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (latestValues.get(id) === allow) cacheGrant(area, id, !allow);
      if (!error.leadsAway) toast('danger', `${i18next.t('grid.notSaved', { name: label })} ${error.message}`.trim());
    } finally {
      if (latestValues.get(id) === allow) latestValues.delete(id);
      // While other changes are pending, the server's answer would revert them.
      if (latestValues.size === 0) await refetchGrants(area);
    }
  });
  queue = saving.catch(() => {});
  return saving;
}

/** Reloads all lists of grants in the area. */
export function refetchGrants(area: GrantArea): Promise<void> {
  return queryClient.invalidateQueries({ predicate: isGrantQuery(area) });
}

function isGrantQuery(area: GrantArea) {
  return ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === 'string' && path.startsWith(basePaths[area]) && path.endsWith('Acl');
}

type CachedGrants = AnySwitch[] | { acl: AnySwitch[] };

function cacheGrant(area: GrantArea, id: string, allow: boolean): void {
  // A switch that can be turned off gives what it says: what a role or group gives as well shows after the change.
  const turned = (row: AnySwitch) => ('has' in row ? { ...row, allow, has: allow } : { ...row, allow });
  const withAllow = (rows: AnySwitch[]) => rows.map((row) => (row.id === id ? turned(row) : row));
  queryClient.setQueriesData<CachedGrants>({ predicate: isGrantQuery(area) }, (answer) => {
    if (!answer) return answer;
    return Array.isArray(answer) ? withAllow(answer) : { ...answer, acl: withAllow(answer.acl) };
  });
}
