// The fields of an event: an appointment by customer and services, or blocked time.
import { Checkbox, SegmentedControl, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Calendar, type CalendarEvent, calendars as events } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { newId } from '#contract/lib/fields.ts';
import { visitorZone, zoneName } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { BlockedFields } from './blocked-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import classes from './event-fields.module.css';
import { type EventKind, isVisit, partsUntilEnd } from './event-form.ts';
import { PartsField } from './parts-field.tsx';
import { TypeChooser } from './type-chooser.tsx';
import type { EventForm } from './use-event-form.ts';
import { WhenFields } from './when-fields.tsx';

interface Props {
  form: EventForm;
  event: CalendarEvent;
  visit: Visit | undefined;
  calendars: readonly Calendar[];
  zone: string;
  locked: boolean;
}

export function EventFields({ form, event, visit, calendars, zone, locked }: Props) {
  const { t } = useTranslation();
  const { kind, parts, allDay } = form.values;
  const isNew = event.id === newId;
  const isAppointment = kind === 'appointment';
  // A visit that the caller does not see as a whole is edited by its one event.
  const hasServices = isAppointment && !allDay && (event.visitId === null || visit !== undefined);

  function setKind(next: EventKind): void {
    const values = form.getValues();
    form.setValues({
      kind: next,
      // Blocked time has one person; the other services wait for the way back.
      ...(next === 'appointment' && !values.allDay && { parts: partsUntilEnd(values, zone) }),
      ...(isNew && { type: next === 'blocked' ? 'danger' : 'primary' }),
    });
  }

  return (
    <div className={formClasses.fields}>
      {event.visitId === null && !locked && (
        <SegmentedControl
          className={formClasses.wide}
          fullWidth
          aria-label={t('desk.kind')}
          value={kind}
          onChange={(next) => setKind(next as EventKind)}
          data={(['appointment', 'blocked'] as const).map((value) => ({ value, label: t(`desk.${value}`) }))}
        />
      )}
      {isAppointment ? (
        <>
          <CustomerFields form={form} event={event} locked={locked} />
          <div className={formClasses.wide}>
            <PartsField form={form} calendars={calendars} zone={zone} locked={locked} hasServices={hasServices} />
          </div>
        </>
      ) : (
        <BlockedFields {...{ form, calendars, isNew, locked }} />
      )}
      <div className={formClasses.wide}>
        <WhenFields
          form={form}
          zone={zone}
          isNew={isNew}
          locked={locked}
          canBeAllDay={allDay || (parts.length === 1 && !parts[0]?.serviceId)}
        />
        {zone !== visitorZone() && <p className={classes.zone}>{t('calendar.timesIn', { zone: zoneName(zone) })}</p>}
      </div>
      {!isVisit(event, visit, form.values) && !event.status && (
        <div className={formClasses.wide}>
          <TypeChooser
            value={form.values.type}
            disabled={locked}
            onChange={(type) => form.setFieldValue('type', type)}
          />
        </div>
      )}
      <div className={classes.switches}>
        {isAppointment && (
          <Switch
            label={t('calendar.sendSms')}
            disabled={locked}
            {...form.getInputProps('sendSms', { type: 'checkbox' })}
          />
        )}
        <Checkbox
          label={t('calendar.readOnlyField')}
          disabled={locked}
          {...form.getInputProps('readOnly', { type: 'checkbox' })}
        />
      </div>
      <Textarea
        className={formClasses.wide}
        label={t('calendar.description')}
        autosize
        minRows={2}
        maxRows={8}
        {...lengthOf(events.updateEvent, 'description')}
        id="event-description"
        disabled={locked}
        {...form.getInputProps('description')}
      />
    </div>
  );
}
