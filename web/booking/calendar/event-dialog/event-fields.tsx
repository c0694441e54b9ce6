// The fields of an event: an appointment by customer and services, or blocked time.
import { SegmentedControl, Switch, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Calendar, type CalendarEvent, calendars as events } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { newId } from '#contract/lib/fields.ts';
import { visitorZone, zoneName } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { useSendsSms } from '#web/messaging/mail/mail-states.ts';
import { AskNotFree } from './ask-not-free.tsx';
import { BlockedFields } from './blocked-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import { CustomerName } from './customer-name.tsx';
import classes from './event-fields.module.css';
import { type EventKind, isVisit, partsUntilEnd } from './event-form.ts';
import { MoreFields } from './more-fields.tsx';
import { PartsDetails } from './parts-details.tsx';
import { PartsField } from './parts-field.tsx';
import type { EventForm } from './use-event-form.ts';
import { AllDay, EndDay, WhenFields } from './when-fields.tsx';

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
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const [isOpened, setOpened] = useState(false);
  // A new customer is asked for an address or a number.
  const [isNewCustomer, setNewCustomer] = useState(false);
  // One who was found is named by the search.
  const [chosenName, setChosenName] = useState<string>();
  const [hasNote] = useState(form.values.description !== '');
  const isNew = event.id === newId;
  const isAppointment = kind === 'appointment';
  const sendsSms = useSendsSms();
  // A visit that the caller does not see as a whole is edited by its one event.
  const hasServices = isAppointment && !allDay && (event.visitId === null || visit !== undefined);
  // On a phone, the fields that most appointments do without leave the first screen to the others.
  const isCompact = isPhone && isAppointment;
  const hasContact = !isCompact || isNewCustomer;
  const hasName = !isCompact || chosenName === undefined || form.values.search !== chosenName;
  const isBehind = (name: string) =>
    name === 'endDay' ||
    /\.buffer/.test(name) ||
    (isCompact && (/\.(minutes|price)$/.test(name) || (name === 'description' && !hasNote))) ||
    (!hasName && name === 'name') ||
    (!hasContact && (name === 'phoneNumber' || name === 'eMail'));
  // A wrong field is never hidden.
  const hasWrongBehind = Object.keys(form.errors).some(isBehind);
  // Typing ends the error, and must not close the fields under the hand.
  if (hasWrongBehind && !isOpened) setOpened(true);
  const isMore = isOpened || hasWrongBehind;
  const isOverDays = form.values.endDay !== form.values.startDay;
  // While it is open, the last day does not move away from under the hand.
  const hasEndDay = allDay || (isOverDays && !isMore);
  const canBeAllDay = allDay || (parts.length === 1 && !parts[0]?.serviceId);
  const times = { form, zone, locked };

  function setKind(next: EventKind): void {
    const values = form.getValues();
    form.setValues({
      kind: next,
      // Blocked time has one person; the other services wait for the way back.
      ...(next === 'appointment' && !values.allDay && { parts: partsUntilEnd(values, zone) }),
      ...(isNew && { type: next === 'blocked' ? 'danger' : 'primary' }),
    });
  }

  const sms = isAppointment && sendsSms && (
    <Switch
      className={formClasses.wide}
      label={t('calendar.sendSms')}
      disabled={locked}
      {...form.getInputProps('sendSms', { type: 'checkbox' })}
    />
  );
  const note = (
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
  );
  const names = [
    ...(hasName ? [] : [t('calendar.name')]),
    ...(hasContact ? [] : [t('calendar.phoneNumber'), t('calendar.eMail')]),
    ...(hasServices ? [t('desk.minutes'), t('desk.price')] : []),
    ...(hasNote ? [] : [t('calendar.description')]),
  ];
  const fields = (
    <>
      {!hasName && <CustomerName {...{ form, locked }} />}
      {!hasContact && <ContactFields {...{ form, locked }} />}
      {hasServices && <PartsDetails {...{ form, zone, locked }} />}
      {!hasNote && note}
      {sms}
    </>
  );

  return (
    <div className={`${formClasses.fields} ${classes.fields}`} data-compact={isCompact || undefined}>
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
          <CustomerFields
            {...{ form, event, locked, isCompact, hasName, hasContact }}
            onChosen={setChosenName}
            onNew={() => setNewCustomer(true)}
          />
          <div className={formClasses.wide}>
            <PartsField {...{ form, calendars, zone, locked, hasServices, isNew, isCompact }} />
          </div>
        </>
      ) : (
        <BlockedFields {...{ form, calendars, isNew, locked }} />
      )}
      <div className={formClasses.wide}>
        <WhenFields {...times} {...{ isNew, hasEndDay }} />
        {isAppointment && !locked && <AskNotFree {...{ form, calendars, zone }} />}
        {zone !== visitorZone() && <p className={classes.zone}>{t('calendar.timesIn', { zone: zoneName(zone) })}</p>}
      </div>
      {!isAppointment && (
        <div className={formClasses.wide}>
          <AllDay {...times} />
        </div>
      )}
      {!isCompact && sms}
      {(!isCompact || hasNote) && note}
      <MoreFields
        {...{ form, locked, hasServices }}
        isOpen={isMore}
        onOpen={setOpened}
        hasType={!isVisit(event, visit, form.values) && !event.status}
        first={isCompact ? { names, fields } : undefined}
      >
        {!hasEndDay && <EndDay {...times} />}
        {isAppointment && canBeAllDay && <AllDay {...times} />}
      </MoreFields>
    </div>
  );
}
