// The row action with which an operator vouches for a person's address, for installations that send no mail.
import { IconMailCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { systemUsers } from '#contract/identity/system-users.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { refetchPeople } from './remove-actions.ts';

interface Person {
  id: string;
  name: string;
  eMail: string;
  isEMailVerified: boolean;
}

/** Returns the row action; disabled for a verified address and while impersonating. */
export function markVerifiedAction(person: Person, me: { isImpersonated: boolean }): RowAction {
  const { id, name, eMail } = person;
  const isDone = person.isEMailVerified ? i18next.t('list.users.isVerified') : undefined;
  return {
    label: i18next.t('list.users.verify'),
    icon: IconMailCheck,
    disabled: me.isImpersonated ? i18next.t('list.users.notActing') : isDone,
    async run() {
      const confirmed = await ask({
        title: i18next.t('list.users.verifyTitle', { name }),
        text: i18next.t('list.users.verifyText', { eMail }),
        confirmLabel: i18next.t('list.users.verify'),
      });
      if (!confirmed) return;
      const done = await attempt(i18next.t('list.users.notVerified', { name }), () =>
        call(systemUsers.markVerified, { id }, { handlesErrors: true }),
      );
      if (done) toast('success', i18next.t('list.users.verified', { name }));
      await refetchPeople('system');
    },
  };
}
