// Beginning to act as somebody of a list: asked first, then the application is loaded anew with his rights.
import { IconUserShield } from '@tabler/icons-react';
import i18next from 'i18next';
import { companyUsers } from '#contract/identity/company-users.ts';
import { systemUsers } from '#contract/identity/system-users.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { forgetMenu } from '#web/lib/client/menu.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/ask.ts';

/**
 * The action of a row; `me` is whoever looks at it, who cannot act as himself. `companies`: all that the person works for, where
 * they are known.
 */
export function actAs(
  area: 'company' | 'system',
  person: { id: string; name: string },
  me: string,
  companies?: readonly string[],
): RowAction {
  const operation = area === 'company' ? companyUsers.impersonate : systemUsers.impersonate;
  const none = companies?.length === 0 ? i18next.t('list.users.worksNowhere') : undefined;
  return {
    label: i18next.t('app.actAs'),
    icon: IconUserShield,
    disabled: person.id === me ? i18next.t('app.notYourself') : none,
    async run() {
      const { name } = person;
      const sure = await ask({
        title: i18next.t('app.actAsTitle', { name }),
        text: i18next.t('app.actAsText'),
        yes: i18next.t('app.actAs'),
      });
      if (!sure) return;
      const begun = await attempt(i18next.t('app.notActing', { name }), () =>
        call(operation, { id: person.id }, { tellsItself: true }),
      );
      if (!begun) return;
      forgetMenu();
      location.assign('/app/home');
    },
  };
}
