// The time of an event: days and times, or only days.
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/lib/ui/day-field.tsx';
import { TimeField } from '#web/lib/ui/time-field.tsx';
import { type EventValues, endKeepingLength } from './event-form.ts';
import type { EventForm } from './use-event-form.ts';
import classes from './when-fields.module.css';

export function WhenFields({ form, isNew, locked }: { form: EventForm; isNew: boolean; locked: boolean }) {
  const { t } = useTranslation();
  const { values } = form;

  function field(name: 'startDay' | 'startTime' | 'endDay' | 'endTime') {
    const { onChange, ...rest } = form.getInputProps(name);
    return {
      id: `event-${name}`,
      disabled: locked,
      ...rest,
      onChange(value: string) {
        if (name === 'startDay') form.setValues(endKeepingLength(form.getValues(), value, values.startTime));
        if (name === 'startTime' && value) form.setValues(endKeepingLength(form.getValues(), values.startDay, value));
        onChange(value);
      },
    };
  }

  function setAllDay(allDay: boolean): void {
    const next: Partial<EventValues> = { allDay };
    if (!allDay && !values.startTime) Object.assign(next, { startTime: '09:00', endTime: '10:00' });
    form.setValues(next);
  }

  return (
    <div className={classes.when} data-all-day={values.allDay || undefined}>
      <DayField label={t('calendar.start')} required {...field('startDay')} />
      {!values.allDay && <TimeField label={t('calendar.startTime')} required={!isNew} {...field('startTime')} />}
      <DayField label={t('calendar.end')} required {...field('endDay')} />
      {!values.allDay && <TimeField label={t('calendar.endTime')} required={!isNew} {...field('endTime')} />}
      <Checkbox
        className={classes.allDay}
        label={t('calendar.allDay')}
        disabled={locked}
        checked={values.allDay}
        onChange={(event) => setAllDay(event.currentTarget.checked)}
      />
    </div>
  );
}
