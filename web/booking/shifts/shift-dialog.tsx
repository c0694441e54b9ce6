// Changes the working hours of a person on one day: that day alone, or this weekday of every week.
import { Button, Radio, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import { cacheSettings } from '#web/booking/calendar-setup/calendar-settings.ts';
import { newOpenRange, OpenRanges, openMistakes, openToWire } from '#web/booking/calendar-setup/open-ranges.tsx';
import { call } from '#web/lib/client/client.ts';
import { plainDay } from '#web/lib/dates.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import type { OpenCell } from './shift-cell.tsx';
import classes from './shifts.module.css';
import { refreshShifts } from './shifts-query.ts';
import { weekWith } from './week-with.ts';

interface Props extends OpenCell {
  onClose: () => void;
}

type Span = 'day' | 'week';
interface Values {
  span: Span;
  isOpen: boolean;
  open: ReturnType<typeof newOpenRange>[];
}

export function ShiftDialog({ row, day, onClose }: Props) {
  const { t } = useTranslation();
  const { calendarId, locationId } = row;
  const { date } = day;
  const weekday = Temporal.PlainDate.from(date).dayOfWeek;
  const form = useForm<Values>({
    initialValues: {
      span: 'day',
      isOpen: day.open.length > 0,
      open: day.open.length
        ? day.open.map(({ start, end }) => newOpenRange(start, end))
        : [newOpenRange('09:00', '18:00')],
    },
    validate: validateBy(calendarSetup.saveOverride, {
      input: ({ isOpen, open }: Values) => ({ locationId, date, open: isOpen ? openToWire(open) : [] }),
      own: ({ isOpen, open }) => (isOpen ? openMistakes(open) : {}),
    }),
  });
  const { span, isOpen, open } = form.values;
  function done(saved: CalendarSettings): void {
    cacheSettings(saved);
    void refreshShifts();
    toast('success', t('hours.saved'));
    onClose();
  }
  const save = useMutation({
    async mutationFn({ span, isOpen, open }: Values) {
      const ranges = isOpen ? openToWire(open) : [];
      if (span === 'day') return call(calendarSetup.saveOverride, { calendarId, locationId, date, open: ranges });
      // Weekly hours are saved as a whole, so the other days must be those of now.
      const settings = await call(calendarSetup.getSettings, { calendarId });
      const week = weekWith(settings, { locationId, weekday, ranges });
      const saved = await call(calendarSetup.saveWorkingHours, { calendarId, locationId, ...week });
      // The hours of every week hold on this day, too.
      return day.isException ? call(calendarSetup.deleteOverride, { calendarId, locationId, date }) : saved;
    },
    onSuccess: done,
    onError: (error) => applyMessages(form, error, calendarSetup.saveOverride),
  });
  const reset = useMutation({
    mutationFn: () => call(calendarSetup.deleteOverride, { calendarId, locationId, date }),
    onSuccess: done,
  });
  return (
    <FormDialog
      title={`${row.name}, ${plainDay(date)}`}
      confirmLabel={t('hours.save')}
      isBusy={save.isPending}
      isDirty={() => form.isDirty()}
      onSubmit={form.onSubmit((values) => save.mutate(values), onWrong)}
      onClose={onClose}
    >
      <p className={formClasses.hint}>{t('hours.zone', { zone: row.timeZone })}</p>
      <Stack gap="md" mt="md">
        <Switch label={t('shifts.works')} data-autofocus {...form.getInputProps('isOpen', { type: 'checkbox' })} />
        {isOpen && <OpenRanges form={form} open={open} />}
        <Radio.Group
          label={t('shifts.when')}
          value={span}
          onChange={(next) => form.setFieldValue('span', next as Span)}
        >
          <Stack gap="sm" mt={8}>
            <Radio value="day" label={t('shifts.day', { day: plainDay(date) })} />
            <Radio value="week" label={t('shifts.week', { day: plainDay(date, { weekday: 'long' }) })} />
          </Stack>
        </Radio.Group>
        {day.isException && (
          <div className={classes.reset}>
            <Button variant="subtle" size="sm" loading={reset.isPending} onClick={() => reset.mutate()}>
              {t('shifts.reset')}
            </Button>
          </div>
        )}
      </Stack>
    </FormDialog>
  );
}
