// Starts impersonation, also as a row action. Asks first, then reloads the application with the other person's rights.
import { IconUserShield } from '@tabler/icons-react';
import i18next from 'i18next';
import { companyUsers } from '#contract/identity/company-users.ts';
import { systemUsers } from '#contract/identity/system-users.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt, setLeaving } from '#web/lib/client/failures.ts';
import { clearStoredMenu } from '#web/lib/client/menu.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/dialog/ask.ts';

/**
 * Returns the row action. It is disabled for the current user (`currentUserId`) and for a person without a company.
 * `companies` lists the person's companies, if known.
 */
export function impersonateAction(
  area: 'company' | 'system',
  person: { id: string; name: string },
  currentUserId: string,
  companies?: readonly string[],
): RowAction {
  const operation = area === 'company' ? companyUsers.impersonate : systemUsers.impersonate;
  const noCompany = companies?.length === 0 ? i18next.t('list.users.worksNowhere') : undefined;
  return {
    label: i18next.t('app.actAs'),
    icon: IconUserShield,
    disabled: person.id === currentUserId ? i18next.t('app.notYourself') : noCompany,
    run: () => void actAs(operation, person),
  };
}

/** Asks, then opens the page `to` with the other person's rights. */
export async function actAs(
  operation: typeof companyUsers.impersonate | typeof systemUsers.impersonate,
  { id, name }: { id: string; name: string },
  { to = '/app/home', text = i18next.t('app.actAsText') } = {},
): Promise<void> {
  const confirmed = await ask({
    title: i18next.t('app.actAsTitle', { name }),
    text,
    confirmLabel: i18next.t('app.actAs'),
  });
  if (!confirmed) return;
  setLeaving(true);
  const started = await attempt(i18next.t('app.notActing', { name }), () =>
    call(operation, { id }, { handlesErrors: true }),
  );
  if (!started) {
    setLeaving(false);
    return;
  }
  clearStoredMenu();
  location.assign(to);
}
