// Closes days or gives them other hours; adds a period or edits an existing one.
import { Button, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { calendarSetup } from '#contract/booking/calendar-setup.ts';
import { call } from '#web/lib/client/client.ts';
import { numberRange } from '#web/lib/forms/field-rules.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { TimeField } from '#web/lib/ui/time/time-field.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { ToolButton } from '#web/lib/ui/tool-buttons.tsx';
import { type CalendarLocation, cacheSettings } from './calendar-settings.ts';
import classes from './calendar-setup.module.css';
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

/** Maximum opening hours per day. */
const mostRanges = numberRange(calendarSetup.saveOverride, 'open').max ?? Number.POSITIVE_INFINITY;

/** The midnight that ends a day is `00:00` in a time field. */
const toFieldTime = (time: string) => (time === '24:00' ? '00:00' : time);
const toWireTime = (time: string) => (time === '00:00' ? '24:00' : time);

type Range = { start: string; end: string };
type Values = { date: string; endDate: string; isOpen: boolean; open: Range[] };

function inputOf({ date, endDate, isOpen, open }: Values, place: CalendarLocation) {
  const ranges = isOpen ? open.map(({ start, end }) => ({ start, end: toWireTime(end) })) : [];
  return { locationId: place.id, date, endDate: endDate || date, open: ranges };
}

function endsBeforeStarts(open: readonly Range[]) {
  return Object.fromEntries(
    open.map(({ start, end }, index) => [
      `open.${index}.end`,
      end !== '' && toWireTime(end) <= start && 'hours.endBeforeStart',
    ]),
  );
}

const newRange = (start: string, end: string) => ({
  key: randomId(),
  start: toFieldTime(start),
  end: toFieldTime(end),
});

export function DaysDialog({ calendarId, place, today, period, title, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: {
      date: period?.date ?? '',
      endDate: period && period.endDate !== period.date ? period.endDate : '',
      isOpen: Boolean(period?.open.length),
      open: period?.open.length
        ? period.open.map(({ start, end }) => newRange(start, end))
        : [newRange('10:00', '14:00')],
    },
    validate: validateBy(calendarSetup.saveOverride, {
      input: (values) => inputOf(values, place),
      own: ({ date, endDate, isOpen, open }) => ({
        endDate: endDate !== '' && endDate < date && 'booking.endBeforeStart',
        ...(isOpen && endsBeforeStarts(open)),
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
      {isOpen && (
        <div className={classes.openRanges}>
          {open.map(({ key, start, end }, index) => (
            <div key={key} className={classes.openRange}>
              <TimeField label={t('hours.from')} {...form.getInputProps(`open.${index}.start`)} />
              <TimeField label={t('hours.until')} {...form.getInputProps(`open.${index}.end`)} />
              {open.length > 1 && (
                <ToolButton
                  label={t('hours.removeDays', { days: `${start}–${end}` })}
                  onClick={() => form.removeListItem('open', index)}
                  icon={IconX}
                />
              )}
            </div>
          ))}
          {open.length < mostRanges && (
            <Button
              variant="subtle"
              size="sm"
              leftSection={<IconPlus size={16} stroke={1.75} />}
              onClick={() => form.insertListItem('open', newRange('', ''))}
            >
              {t('hours.addRange')}
            </Button>
          )}
        </div>
      )}
    </FormDialog>
  );
}
