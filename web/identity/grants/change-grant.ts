// Turning one switch of an access list: shown at once, saved in order, taken back when the server refuses.
import i18next from 'i18next';
import { companyGrants, type Grant, type GroupGrant, groupGrants, systemGrants } from '#contract/identity/grants.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { toast } from '#web/lib/ui/toasts.ts';

/** Whose switches: of people of the company, of people of all, of groups. */
export type GrantArea = 'company' | 'system' | 'groups';
export type AnySwitch = Grant | GroupGrant;

const services = { company: 'api/company/users/', system: 'api/system/users/', groups: 'api/system/groups/' } as const;
const changes = {
  company: companyGrants,
  system: systemGrants,
  groups: {
    updateAcl: groupGrants.updateAcl,
    updateGroup: groupGrants.updateAcl,
    updateLocation: groupGrants.updateAcl,
  },
} as const;
const verbs = { actions: 'updateAcl', groups: 'updateGroup', locations: 'updateLocation', pages: 'updateAcl' } as const;

/** What each switch was turned to last; of several turns only the last one is shown. */
const wanted = new Map<string, boolean>();
let last: Promise<unknown> = Promise.resolve();

/** Nothing is said of a success: the switch shows it. What is refused goes back and says why, where there is a reason. */
export function changeGrant(area: GrantArea, { id, kind }: AnySwitch, label: string, allow: boolean): Promise<void> {
  wanted.set(id, allow);
  void queryClient.cancelQueries({ predicate: isOf(area) });
  show(area, id, allow);
  const turn = last.then(async () => {
    try {
      await call(changes[area][verbs[kind]], { id, allow }, { tellsItself: true });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (wanted.get(id) === allow) show(area, id, !allow);
      if (!error.leadsAway) toast('danger', `${i18next.t('grid.notSaved', { name: label })} ${error.message}`.trim());
    } finally {
      if (wanted.get(id) === allow) wanted.delete(id);
      // While others wait to be saved, the server's answer would turn them back.
      if (wanted.size === 0) await readAgain(area);
    }
  });
  last = turn.catch(() => {});
  return turn;
}

/** Reads all lists of switches of the area anew. */
export function readAgain(area: GrantArea): Promise<void> {
  return queryClient.invalidateQueries({ predicate: isOf(area) });
}

function isOf(area: GrantArea) {
  return ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
    typeof path === 'string' && path.startsWith(services[area]) && path.endsWith('Acl');
}

type Shown = AnySwitch[] | { acl: AnySwitch[] };

function show(area: GrantArea, id: string, allow: boolean): void {
  const turned = (rows: AnySwitch[]) => rows.map((row) => (row.id === id ? { ...row, allow } : row));
  queryClient.setQueriesData<Shown>({ predicate: isOf(area) }, (answer) => {
    if (!answer) return answer;
    return Array.isArray(answer) ? turned(answer) : { ...answer, acl: turned(answer.acl) };
  });
}
