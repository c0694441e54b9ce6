// The booking rules: slot interval, notice and horizon. A service can override them.
import { Button, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { numberRange } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { useUnsavedChangesGuard } from '#web/lib/forms/use-unsaved-changes-guard.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import classes from '#web/lib/ui/form/form.module.css';
import { FormFoot } from '#web/lib/ui/form/form-foot.tsx';
import { Section } from '#web/lib/ui/page/section.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { cacheSettings } from './calendar-settings.ts';

export function RulesSection({ settings }: { settings: CalendarSettings }) {
  const { t } = useTranslation();
  const { stepMinutes, noticeMinutes, horizonDays } = settings;
  const form = useForm({
    initialValues: { stepMinutes, noticeMinutes, horizonDays },
    validate: validateBy(calendarSetup.saveBookingRules),
  });
  useUnsavedChangesGuard(() => form.isDirty());
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      call(calendarSetup.saveBookingRules, { ...values, calendarId: settings.calendarId }),
    onSuccess(saved, values) {
      form.resetDirty(values);
      cacheSettings(saved);
      toast('success', t('hours.rulesSaved'));
    },
    onError: (error) => applyMessages(form, error, calendarSetup.saveBookingRules),
  });
  const number = (field: keyof typeof form.values) => ({
    ...numberRange(calendarSetup.saveBookingRules, field),
    hideControls: true,
    clampBehavior: 'blur' as const,
    ...form.getInputProps(field),
  });
  return (
    <Section id="rules" title={t('hours.rules')}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}>
        <div className={classes.threeFields}>
          <NumberInput label={t('hours.step')} {...number('stepMinutes')} />
          <NumberInput label={t('hours.notice')} {...number('noticeMinutes')} />
          <NumberInput label={t('hours.horizon')} {...number('horizonDays')} />
        </div>
        <FormFoot>
          <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
            {t('myAccount.save')}
          </Button>
        </FormFoot>
      </form>
    </Section>
  );
}
