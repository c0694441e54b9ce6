// When customers are reminded of their appointments, and the hours in which no reminder leaves.
import { Input, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { LeadTimes } from '#web/messaging/reminders/lead-times.tsx';
import classes from './company-details.module.css';
import { RulesForm, useRules } from './rules-form.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function ReminderRules({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { reminderLeads, quietFrom, quietUntil } = details;
  const initial = { reminderLeads, quietFrom, quietUntil };
  const { form, state } = useRules(company.setReminderRules, initial, () => t('visitReminders.saved'));
  const hour = (field: 'quietFrom' | 'quietUntil') => ({
    data: hours,
    value: String(form.values[field]),
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) =>
      form.setFieldValue(field, Number(event.currentTarget.value)),
  });
  return (
    <RulesForm id="company-reminders" title={t('visitReminders.title')} {...{ readOnly, state }}>
      <LeadTimes
        label={t('visitReminders.leads')}
        description={t('visitReminders.leadsHint')}
        error={form.errors.reminderLeads}
        value={form.values.reminderLeads}
        onChange={(leads) => form.setFieldValue('reminderLeads', leads)}
      />
      <div className={classes.quiet}>
        <NativeSelect label={t('visitReminders.quietFrom')} {...hour('quietFrom')} />
        <NativeSelect label={t('visitReminders.quietUntil')} {...hour('quietUntil')} />
        <Input.Description>{t('visitReminders.quietHint')}</Input.Description>
      </div>
    </RulesForm>
  );
}
