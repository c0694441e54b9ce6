// When customers of a service are reminded: as the company says, or as chosen here.
import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CustomInputProps } from '#web/lib/editor/custom-input.ts';
import { LeadTimes } from '#web/messaging/reminders/lead-times.tsx';

export function ReminderInput({ label, error, disabled, value, onChange }: CustomInputProps) {
  const { t } = useTranslation();
  const isOwn = value !== null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={label}
        error={error}
        value={isOwn ? 'own' : 'company'}
        onChange={(choice) => onChange(choice === 'own' ? [] : null)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="company" label={t('visitReminders.asCompany')} disabled={disabled} />
          <Radio value="own" label={t('visitReminders.own')} disabled={disabled} />
        </Stack>
      </Radio.Group>
      {isOwn && (
        <LeadTimes
          label={t('visitReminders.leads')}
          description={t('visitReminders.noneHint')}
          disabled={disabled}
          value={value}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}
