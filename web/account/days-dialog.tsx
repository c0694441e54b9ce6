// Closes days, or opens them at other hours.
import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/calendar-settings.ts';
import { call } from '#web/lib/client.ts';
import { applyMessages } from '#web/lib/form-messages.ts';
import { toast } from '#web/lib/toasts.ts';
import { Dialog } from './dialog.tsx';
import classes from './my-account.module.css';
import { keepSettings, type Place } from './own-calendar.ts';

export function DaysDialog({ place, today, onClose }: { place: Place; today: string; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { date: '', endDate: '', isOpen: false, start: '10:00', end: '14:00' },
    validate: {
      date: (value) => (value ? null : t('field.required')),
      endDate: (value, { date }) => (value && value < date ? t('booking.endBeforeStart') : null),
      start: (value, { isOpen }) => (isOpen && !value ? t('field.required') : null),
      end: (value, { isOpen, start }) => {
        if (!isOpen) return null;
        if (!value) return t('field.required');
        return value !== '00:00' && value <= start ? t('hours.endBeforeStart') : null;
      },
    },
  });
  const { isOpen } = form.values;
  const save = useMutation({
    mutationFn: ({ date, endDate, start, end }: typeof form.values) =>
      call(calendarSetup.saveOverride, {
        locationId: place.id,
        date,
        endDate: endDate || date,
        open: isOpen ? [{ start, end: end === '00:00' ? '24:00' : end }] : [],
      }),
    onSuccess(settings) {
      keepSettings(settings);
      toast('success', t('hours.daysSaved'));
      onClose();
    },
    onError: (error) => applyMessages(form, error, calendarSetup.saveOverride),
  });
  return (
    <Dialog title={t('hours.addDays')} isDirty={() => form.isDirty()} onClose={onClose}>
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <div className={classes.fields}>
          <TextInput
            type="date"
            label={t('hours.firstDay')}
            withAsterisk
            min={today}
            data-autofocus
            {...form.getInputProps('date')}
          />
          <TextInput type="date" label={t('hours.lastDay')} min={form.values.date} {...form.getInputProps('endDate')} />
          <Switch
            className={classes.wide}
            label={t('hours.openThen')}
            {...form.getInputProps('isOpen', { type: 'checkbox' })}
          />
          {isOpen && (
            <>
              <TextInput type="time" step={300} label={t('hours.from')} {...form.getInputProps('start')} />
              <TextInput type="time" step={300} label={t('hours.until')} {...form.getInputProps('end')} />
            </>
          )}
        </div>
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('hours.addDays')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
