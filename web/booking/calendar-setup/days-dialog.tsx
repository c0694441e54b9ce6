// Closes days or gives them other hours; adds a period or edits an existing one.
import { Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type CalendarLocation, cacheSettings } from './calendar-settings.ts';
import { newOpenRange, OpenRanges, openMistakes, openToWire } from './open-ranges.tsx';
import { type Period, remainingPeriods } from './periods.ts';

interface Props {
  calendarId: string;
  place: CalendarLocation;
  today: string;
  /** The period to edit; undefined adds one. */
  period?: Period | undefined;
  /** The name of the days. */
  title: string;
  onClose(): void;
}

type Values = { date: string; endDate: string; isOpen: boolean; open: ReturnType<typeof newOpenRange>[] };

function inputOf({ date, endDate, isOpen, open }: Values, place: CalendarLocation) {
  return { locationId: place.id, date, endDate: endDate || date, open: isOpen ? openToWire(open) : [] };
}

export function DaysDialog({ calendarId, place, today, period, title, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: {
      date: period?.date ?? '',
      endDate: period && period.endDate !== period.date ? period.endDate : '',
      isOpen: Boolean(period?.open.length),
      open: period?.open.length
        ? period.open.map(({ start, end }) => newOpenRange(start, end))
        : [newOpenRange('10:00', '14:00')],
    },
    validate: validateBy(calendarSetup.saveOverride, {
      input: (values) => inputOf(values, place),
      own: ({ date, endDate, isOpen, open }) => ({
        endDate: endDate !== '' && endDate < date && 'booking.endBeforeStart',
        ...(isOpen && openMistakes(open)),
      }),
    }),
  });
  const { isOpen, open } = form.values;
  const save = useMutation({
    async mutationFn(values: typeof form.values) {
      const input = inputOf(values, place);
      const { locationId, date, endDate } = input;
      let settings = await call(calendarSetup.saveOverride, { ...input, calendarId });
      for (const remaining of period ? remainingPeriods(period, { date, endDate }) : []) {
        settings = await call(calendarSetup.deleteOverride, { calendarId, locationId, ...remaining });
      }
      return settings;
    },
    onSuccess(settings) {
      cacheSettings(settings);
      toast('success', t('hours.daysSaved'));
      onClose();
    },
    onError: (error) => applyMessages(form, error, calendarSetup.saveOverride),
  });
  return (
    <FormDialog
      title={title}
      confirmLabel={period ? t('myAccount.save') : t('hours.addDays')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <div className={formClasses.fields}>
        <DayField label={t('hours.firstDay')} required min={today} data-autofocus {...form.getInputProps('date')} />
        <DayField label={t('hours.lastDay')} min={form.values.date} {...form.getInputProps('endDate')} />
        <Switch
          className={formClasses.wide}
          label={t('hours.openThen')}
          {...form.getInputProps('isOpen', { type: 'checkbox' })}
        />
      </div>
      {isOpen && <OpenRanges form={form} open={open} />}
    </FormDialog>
  );
}
