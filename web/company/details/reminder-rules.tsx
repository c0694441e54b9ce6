// When customers are reminded of their appointments, and the hours in which no reminder leaves.
import { Button, Input, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CompanyDetails, company } from '#contract/company/details.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { FormFoot } from '#web/lib/ui/form-foot.tsx';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { LeadTimes } from '#web/messaging/reminders/lead-times.tsx';
import classes from './company-details.module.css';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}));

export function ReminderRules({ details, readOnly }: { details: CompanyDetails; readOnly: boolean }) {
  const { t } = useTranslation();
  const { reminderLeads, quietFrom, quietUntil } = details;
  const form = useForm({
    initialValues: { reminderLeads, quietFrom, quietUntil },
    validate: validateBy(company.setReminderRules),
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call(company.setReminderRules, values),
    onSuccess(saved, values) {
      form.resetDirty(values);
      queryClient.setQueryData(query(company.get, {}).queryKey, saved);
      toast('success', t('visitReminders.saved'));
    },
    onError: (error) => applyMessages(form, error, company.setReminderRules),
  });
  const hour = (field: 'quietFrom' | 'quietUntil') => ({
    data: hours,
    value: String(form.values[field]),
    onChange: (event: React.ChangeEvent<HTMLSelectElement>) =>
      form.setFieldValue(field, Number(event.currentTarget.value)),
  });
  return (
    <Section id="company-reminders" title={t('visitReminders.title')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}>
        <fieldset className={classes.rules} disabled={readOnly}>
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
        </fieldset>
        {!readOnly && (
          <FormFoot>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t('company.save')}
            </Button>
          </FormFoot>
        )}
      </form>
    </Section>
  );
}
