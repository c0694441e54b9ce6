// The time of an event: a day and times, or only days.
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
  locked: boolean;
}

interface WhenProps extends Props {
  isNew: boolean;
  /** The last day stands among the other fields. */
  hasEndDay: boolean;
}

export function WhenFields({ form, zone, isNew, locked, hasEndDay }: WhenProps) {
  const { t } = useTranslation();
  const { allDay } = form.values;
  const field = fieldsOf({ form, zone, locked });
  return (
    <div className={classes.when} data-end-day={hasEndDay || undefined}>
      <DayField label={t(hasEndDay ? 'calendar.start' : 'calendar.day')} required {...field('startDay')} />
      {!allDay && <TimeField label={t('calendar.startTime')} required={!isNew} {...field('startTime')} />}
      {hasEndDay && <DayField label={t('calendar.end')} required {...field('endDay')} />}
      {!allDay && <TimeField label={t('calendar.endTime')} required={!isNew} {...field('endTime')} />}
    </div>
  );
}

/** The last day by itself. */
export function EndDay({ form, zone, locked }: Props) {
  const { t } = useTranslation();
  return <DayField label={t('calendar.end')} required {...fieldsOf({ form, zone, locked })('endDay')} />;
}

export function AllDay({ form, zone, locked }: Props) {
  const { t } = useTranslation();
  const { values } = form;

  function setAllDay(allDay: boolean): void {
    const next: Partial<EventValues> = { allDay };
    if (!allDay && !values.startTime) Object.assign(next, { startTime: '09:00', endTime: '10:00' });
    if (!allDay) next.parts = partsUntilEnd({ ...values, ...next }, zone);
    form.setValues(next);
  }

  return (
    <Checkbox
      label={t('calendar.allDay')}
      disabled={locked}
      checked={values.allDay}
      onChange={(event) => setAllDay(event.currentTarget.checked)}
    />
  );
}

function fieldsOf({ form, zone, locked }: Props) {
  return (name: 'startDay' | 'startTime' | 'endDay' | 'endTime') => {
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
  };
}
