// When the user is reminded of their own appointments. Saves on change and reverts on failure.
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { account as calls, type OwnAccount } from '#contract/identity/account.ts';
import { call, query } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { Section } from '#web/lib/ui/section.tsx';
import { LeadTimes } from '#web/messaging/reminders/lead-times.tsx';

const key = query(calls.getAccount, {}).queryKey;

export function RemindersSection({ account }: { account: OwnAccount }) {
  const { t } = useTranslation();
  const cache = (reminderLeads: number[]) =>
    queryClient.setQueryData<OwnAccount>(key, (now) => now && { ...now, reminderLeads });
  const change = useMutation({
    // One after the other: the last choice is the one that stays.
    scope: { id: 'reminder leads' },
    mutationFn: (reminderLeads: number[]) => call(calls.setReminderLeads, { reminderLeads }, { handlesErrors: true }),
    onError(error) {
      void queryClient.invalidateQueries({ queryKey: key });
      showError(error, t('visitReminders.notChanged'));
    },
  });
  return (
    <Section id="reminders" title={t('visitReminders.title')}>
      <LeadTimes
        label={t('visitReminders.mine')}
        description={t('visitReminders.mineHint')}
        value={account.reminderLeads}
        onChange={(leads) => {
          cache(leads);
          change.mutate(leads);
        }}
      />
    </Section>
  );
}
