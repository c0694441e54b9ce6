// Ending somebody's work for a company, and deleting his account: asked first, told by name.
import { IconUserMinus, IconUserX } from '@tabler/icons-react';
import i18next from 'i18next';
import { companyDismissals, systemDismissals } from '#contract/identity/grants.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';

interface Person {
  id: string;
  name: string;
  /** His actions, by name. */
  actions: readonly string[];
}
type Area = 'company' | 'system';

/** Whoever looks at the list. */
interface Viewer {
  user: { id: string };
  actions: readonly string[];
  isImpersonated: boolean;
}

/** Why nobody's work can be ended here; undefined when it can. */
function whyNotRemovable(person: Person, me: Viewer): string | undefined {
  if (me.isImpersonated) return i18next.t('list.users.notActing');
  if (person.id === me.user.id) return i18next.t('users.notOneself');
  if (person.actions.includes('sys') && !me.actions.includes('sys')) return i18next.t('users.isOperator');
  return undefined;
}

/** The actions of a row that end somebody's work. `companies`: the names of all he works for, where they are known. */
export function removeActions(area: Area, person: Person, me: Viewer, companies?: readonly string[]): RowAction[] {
  const reason = whyNotRemovable(person, me);
  const hasSeveral = companies && companies.length > 1;
  const noCompany = companies && companies.length === 0 ? i18next.t('list.users.worksNowhere') : undefined;
  return [
    {
      label: i18next.t('list.users.fire'),
      icon: IconUserMinus,
      disabled: reason ?? noCompany ?? (hasSeveral ? i18next.t('list.users.fireInside') : undefined),
      run: () => void removeFromCompany(area, person, companies?.[0]),
    },
    {
      label: i18next.t('list.users.delete'),
      icon: IconUserX,
      danger: true,
      disabled: reason ?? (hasSeveral ? i18next.t('users.worksElsewhere') : undefined),
      run: () => void deleteAccount(area, person),
    },
  ];
}

/** Asks, then ends the work; `from` names the company where it is not the own one. Whether it was done. */
export async function removeFromCompany(
  area: Area,
  { id, name }: { id: string; name: string },
  from?: string,
  companyId?: string,
): Promise<boolean> {
  const confirmed = await ask({
    title: from
      ? i18next.t('list.users.fireFromTitle', { name, company: from })
      : i18next.t('list.users.fireTitle', { name }),
    text: i18next.t('list.users.fireText'),
    confirmLabel: i18next.t('list.users.fire'),
    danger: true,
  });
  if (!confirmed) return false;
  const done = await attempt(i18next.t('list.users.notFired', { name }), () =>
    area === 'company'
      ? call(companyDismissals.fire, { id }, { handlesErrors: true })
      : call(systemDismissals.fire, { id, companyId }, { handlesErrors: true }),
  );
  if (done) toast('success', i18next.t('list.users.fired', { name }));
  await refetchPeople(area);
  return done;
}

async function deleteAccount(area: Area, { id, name }: Person): Promise<void> {
  const confirmed = await ask({
    title: i18next.t('list.users.deleteTitle', { name }),
    text: i18next.t('list.users.deleteText'),
    confirmLabel: i18next.t('list.users.delete'),
    danger: true,
  });
  if (!confirmed) return;
  const { delete: remove } = area === 'company' ? companyDismissals : systemDismissals;
  const done = await attempt(i18next.t('list.users.notDeleted', { name }), () =>
    call(remove, { id }, { handlesErrors: true }),
  );
  if (done) toast('success', i18next.t('list.users.deleted', { name }));
  await refetchPeople(area);
}

function refetchPeople(area: Area): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`api/${area}/users/`),
  });
}
