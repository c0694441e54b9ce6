// Changes the working hours of a person on one day: that day alone, or this weekday of every week.
import { Button, Radio, Stack, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CalendarSettings, calendarSetup } from '#contract/booking/calendar-setup.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { cacheSettings } from '#web/booking/calendar-setup/calendar-settings.ts';
import {
  BreakRanges,
  newOpenRange,
  OpenRanges,
  openMistakes,
  openToWire,
} from '#web/booking/calendar-setup/open-ranges.tsx';
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
import { breaksOutside, type ShiftHours, weekWith, withoutBreaks } from './week-with.ts';

interface Props extends OpenCell {
  onClose: () => void;
}

type Span = 'day' | 'week';
interface Values {
  span: Span;
  isOpen: boolean;
  open: ReturnType<typeof newOpenRange>[];
  breaks: ReturnType<typeof newOpenRange>[];
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
      breaks: day.breaks.map(({ start, end }) => newOpenRange(start, end)),
    },
    validate: validateBy(calendarSetup.saveOverride, {
      input: (values: Values) => ({ locationId, date, open: hoursOf(values).open }),
      own: (values) => (values.isOpen ? mistakesIn(values) : {}),
    }),
  });
  const { span, isOpen, open, breaks } = form.values;
  function done(saved: CalendarSettings): void {
    cacheSettings(saved);
    void refreshShifts();
    toast('success', t('hours.saved'));
    onClose();
  }
  const save = useMutation({
    async mutationFn(values: Values) {
      const hours = hoursOf(values);
      if (values.span === 'day') {
        return call(calendarSetup.saveOverride, { calendarId, locationId, date, open: withoutBreaks(hours) });
      }
      // Weekly hours are saved as a whole, so the other days must be those of now.
      const settings = await call(calendarSetup.getSettings, { calendarId });
      const week = weekWith(settings, { locationId, weekday, ...hours });
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
        {isOpen && (
          <div>
            <OpenRanges form={form} open={open} />
            <BreakRanges form={form} breaks={breaks} />
          </div>
        )}
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

function hoursOf({ isOpen, open, breaks }: Values): ShiftHours {
  return isOpen ? { open: openToWire(open), breaks: openToWire(breaks) } : { open: [], breaks: [] };
}

/** The messages of wrong ranges, by their fields. The contract knows no breaks of a single day. */
function mistakesIn(values: Values): Record<string, MessageKey> {
  const { open, breaks } = values;
  const missing = breaks.flatMap(({ start, end }, index) => [
    ...(start === '' ? [[`breaks.${index}.start`, 'field.required'] as const] : []),
    ...(end === '' ? [[`breaks.${index}.end`, 'field.required'] as const] : []),
  ]);
  const isComplete = [...open, ...breaks].every(({ start, end }) => start !== '' && end !== '');
  const outside = isComplete ? breaksOutside(hoursOf(values)) : [];
  return {
    ...Object.fromEntries(outside.map((index) => [`breaks.${index}.start`, 'hours.breakOutside'] as const)),
    ...openMistakes(open),
    ...openMistakes(breaks, 'breaks'),
    ...Object.fromEntries(missing),
  };
}
