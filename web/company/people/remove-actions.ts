// Row actions that remove a person from a company and delete their account, after a confirmation that names them.
import { IconUserMinus, IconUserX } from '@tabler/icons-react';
import i18next from 'i18next';
import { visits } from '#contract/booking/visits.ts';
import { companyDismissals, systemDismissals } from '#contract/identity/grants.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt, showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import type { Leaving } from './leaving-dialog.tsx';

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

interface Options {
  /** The names of all companies the person works for, if known. */
  companies?: readonly string[];
  /** Asks what becomes of the appointments of a person who has any to come. */
  onLeaving?(leaving: Leaving): void;
}

export function removeActions(
  area: Area,
  person: Person,
  me: Viewer,
  { companies, onLeaving }: Options = {},
): RowAction[] {
  const reason = whyNotRemovable(person, me);
  const hasSeveral = companies && companies.length > 1;
  const noCompany = companies && companies.length === 0 ? i18next.t('list.users.worksNowhere') : undefined;
  return [
    {
      label: i18next.t('list.users.fire'),
      icon: IconUserMinus,
      disabled: reason ?? noCompany ?? (hasSeveral ? i18next.t('list.users.fireInside') : undefined),
      run: () =>
        void unlessExpected(
          person,
          { confirmLabel: i18next.t('list.users.fire'), text: i18next.t('leaving.fireText') },
          (isAgreed) => removeFromCompany(area, person, { from: companies?.[0], isAgreed }),
          onLeaving,
        ),
    },
    {
      label: i18next.t('list.users.delete'),
      icon: IconUserX,
      danger: true,
      disabled: reason ?? (hasSeveral ? i18next.t('users.worksElsewhere') : undefined),
      run: () =>
        void unlessExpected(
          person,
          { confirmLabel: i18next.t('list.users.delete'), text: i18next.t('leaving.deleteText') },
          (isAgreed) => deleteAccount(area, person, isAgreed),
          onLeaving,
        ),
    },
  ];
}

/** Removes the person after a plain question; one whom customers expect, after that of `onLeaving`. */
async function unlessExpected(
  { id, name }: Person,
  words: Pick<Leaving, 'confirmLabel' | 'text'>,
  remove: (isAgreed: boolean) => Promise<unknown>,
  onLeaving?: (leaving: Leaving) => void,
): Promise<void> {
  try {
    const coming = onLeaving && (await call(visits.getComing, { userId: id }, { handlesErrors: true }));
    if (!coming?.count) return void (await remove(false));
    onLeaving?.({ id, name, coming, ...words, remove: async () => void (await remove(true)) });
  } catch (error) {
    showError(error, i18next.t('list.users.notFired', { name }));
  }
}

interface Removal {
  /** The name of the company, if it is not the user's own. */
  from?: string | undefined;
  companyId?: string | undefined;
  /** The user has agreed already. */
  isAgreed?: boolean;
}

/** Asks, then removes the person. Resolves to true on success. */
export async function removeFromCompany(
  area: Area,
  { id, name }: { id: string; name: string },
  { from, companyId, isAgreed = false }: Removal = {},
): Promise<boolean> {
  const coming = isAgreed ? '' : await stillComing(area, id, companyId);
  const confirmed =
    isAgreed ||
    (await ask({
      title: from
        ? i18next.t('list.users.fireFromTitle', { name, company: from })
        : i18next.t('list.users.fireTitle', { name }),
      text: [i18next.t('list.users.fireText'), coming].filter(Boolean).join(' '),
      confirmLabel: i18next.t('list.users.fire'),
      danger: true,
    }));
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

/** Says to operators how many appointments the person leaves; the company itself is asked what becomes of them. */
async function stillComing(area: Area, userId: string, companyId?: string): Promise<string> {
  if (area === 'company') return '';
  try {
    const { count } = await call(visits.countComing, { userId, companyId }, { handlesErrors: true });
    return count > 0 ? i18next.t('leaving.stillComing', { number: count }) : '';
  } catch {
    // The question does without it; someone who works nowhere leaves none.
    return '';
  }
}

async function deleteAccount(area: Area, { id, name }: Person, isAgreed: boolean): Promise<void> {
  const coming = isAgreed ? '' : await stillComing(area, id);
  const confirmed =
    isAgreed ||
    (await ask({
      title: i18next.t('list.users.deleteTitle', { name }),
      text: [i18next.t('list.users.deleteText'), coming].filter(Boolean).join(' '),
      confirmLabel: i18next.t('list.users.delete'),
      danger: true,
    }));
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
