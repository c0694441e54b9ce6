// The time of an event: days and times, or only days.
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayField } from '#web/lib/ui/time/day-field.tsx';
import { TimeField } from '#web/lib/ui/time/time-field.tsx';
import { type EventValues, endKeepingLength, endOfParts, partsUntilEnd } from './event-form.ts';
import type { EventForm } from './use-event-form.ts';
import classes from './when-fields.module.css';

interface Props {
  form: EventForm;
  zone: string;
  isNew: boolean;
  locked: boolean;
  /** Services have times. */
  canBeAllDay: boolean;
}

export function WhenFields({ form, zone, isNew, locked, canBeAllDay }: Props) {
  const { t } = useTranslation();
  const { values } = form;

  function field(name: 'startDay' | 'startTime' | 'endDay' | 'endTime') {
    const { onChange, ...rest } = form.getInputProps(name);
    return {
      id: `event-${name}`,
      disabled: locked,
      ...rest,
      onChange(value: string) {
        const before = form.getValues();
        const after = { ...before, [name]: value };
        const isInParts = after.kind === 'appointment' && !after.allDay;
        if (name === 'startDay' || (name === 'startTime' && value)) {
          const kept = endKeepingLength(before, after.startDay, after.startTime);
          // The services last as long as they take, also when the clock changes.
          form.setValues(isInParts && before.startTime && before.endTime ? endOfParts(after, zone) : kept);
        }
        onChange(value);
        if (isInParts && name.startsWith('end')) form.setFieldValue('parts', partsUntilEnd(after, zone));
      },
    };
  }

  function setAllDay(allDay: boolean): void {
    const next: Partial<EventValues> = { allDay };
    if (!allDay && !values.startTime) Object.assign(next, { startTime: '09:00', endTime: '10:00' });
    if (!allDay) next.parts = partsUntilEnd({ ...values, ...next }, zone);
    form.setValues(next);
  }

  return (
    <div className={classes.when} data-all-day={values.allDay || undefined}>
      <DayField label={t('calendar.start')} required {...field('startDay')} />
      {!values.allDay && <TimeField label={t('calendar.startTime')} required={!isNew} {...field('startTime')} />}
      <DayField label={t('calendar.end')} required {...field('endDay')} />
      {!values.allDay && <TimeField label={t('calendar.endTime')} required={!isNew} {...field('endTime')} />}
      {canBeAllDay && (
        <Checkbox
          className={classes.allDay}
          label={t('calendar.allDay')}
          disabled={locked}
          checked={values.allDay}
          onChange={(event) => setAllDay(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
