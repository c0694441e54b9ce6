// How often times begin, how late and how far ahead they can be booked; a service may have rules of its own.
import { Button, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import classes from '#web/identity/account/my-account.module.css';
import { call } from '#web/lib/client/client.ts';
import { applyMessages } from '#web/lib/forms/form-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { Section } from '#web/lib/ui/section.tsx';
import { toast } from '#web/lib/ui/toasts.ts';
import { cacheSettings } from './calendar-settings.ts';

export function RulesSection({ settings }: { settings: CalendarSettings }) {
  const { t } = useTranslation();
  const { stepMinutes, noticeMinutes, horizonDays } = settings;
  const required = (value: number | string) => (value === '' ? t('field.required') : null);
  const form = useForm({
    initialValues: { stepMinutes, noticeMinutes, horizonDays },
    validate: { stepMinutes: required, noticeMinutes: required, horizonDays: required },
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) => call(calendarSetup.saveBookingRules, values),
    onSuccess(saved, values) {
      form.resetDirty(values);
      cacheSettings(saved);
      toast('success', t('hours.rulesSaved'));
    },
    onError: (error) => applyMessages(form, error, calendarSetup.saveBookingRules),
  });
  const shared = { allowDecimal: false, hideControls: true, clampBehavior: 'blur' } as const;
  return (
    <Section id="rules" title={t('hours.rules')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <div className={classes.threeFields}>
          <NumberInput label={t('hours.step')} {...shared} min={5} max={240} {...form.getInputProps('stepMinutes')} />
          <NumberInput
            label={t('hours.notice')}
            {...shared}
            min={0}
            max={525600}
            {...form.getInputProps('noticeMinutes')}
          />
          <NumberInput
            label={t('hours.horizon')}
            {...shared}
            min={1}
            max={730}
            {...form.getInputProps('horizonDays')}
          />
        </div>
        <div className={classes.foot}>
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            {t('myAccount.save')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
