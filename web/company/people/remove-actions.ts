// Row actions that remove a person from a company and delete their account, after a confirmation that names them.
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
  /** The names of the person's actions (roles and rights). */
  actions: readonly string[];
}
type Area = 'company' | 'system';

/** The current user. */
interface Viewer {
  user: { id: string };
  actions: readonly string[];
  isImpersonated: boolean;
}

/** Returns why the person cannot be removed here; undefined if they can. */
function whyNotRemovable(person: Person, me: Viewer): string | undefined {
  if (me.isImpersonated) return i18next.t('list.users.notActing');
  if (person.id === me.user.id) return i18next.t('users.notOneself');
  if (person.actions.includes('sys') && !me.actions.includes('sys')) return i18next.t('users.isOperator');
  return undefined;
}

/** Returns the row actions. `companies` are the names of all companies the person works for, if known. */
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

/** Asks, then removes the person. `from` names the company if it is not the user's own. Resolves to true on success. */
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

export function refetchPeople(area: Area): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith(`api/${area}/users/`),
  });
}
