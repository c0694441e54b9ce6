// When the user is reminded of their own appointments. Saves on change and reverts on failure.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account as calls, type OwnAccount } from '#contract/identity/account.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Section } from '#web/lib/ui/page/section.tsx';
import { LeadTimes } from '#web/messaging/reminders/lead-times.tsx';
import { ReminderChannels } from '#web/messaging/reminders/reminder-channels.tsx';

const key = query(calls.getAccount, {}).queryKey;

export function RemindersSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation();
  const { user } = useCurrentUser();
  const cache = (changed: Partial<OwnAccount>) =>
    queryClient.setQueryData<OwnAccount>(key, (now) => now && { ...now, ...changed });
  const change = useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: 'reminder leads' },
    mutationFn: (chosen: Pick<OwnAccount, 'reminderLeads' | 'reminderChannels'>) =>
      call(calls.setReminderLeads, chosen, { handlesErrors: true }),
    onError(error) {
      void queryClient.invalidateQueries({ queryKey: key });
      showError(error, t('visitReminders.notChanged'));
    },
  });
  const { reminderLeads, reminderChannels } = account;
  const save = (changed: Partial<Parameters<typeof change.mutate>[0]>) => {
    cache(changed);
    change.mutate({ reminderLeads, reminderChannels, ...changed });
  };
  const isPushOff = reminderChannels.includes('push') && !user.isPushNotificationsEnabled;
  return (
    <Section id="reminders" title={t('visitReminders.title')}>
      <LeadTimes
        label={t('visitReminders.mine')}
        description={t('visitReminders.mineHint')}
        value={reminderLeads}
        onChange={(leads) => save({ reminderLeads: leads })}
      />
      {reminderLeads.length > 0 && (
        <ReminderChannels
          description={t(isPushOff ? 'visitReminders.pushIsOff' : 'visitReminders.channelsHint')}
          value={reminderChannels}
          onChange={(chosen) => save({ reminderChannels: chosen })}
        />
      )}
    </Section>
  );
}
