// The fields of an event: contact, title, time, type, person.
import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Calendar, type CalendarEvent, calendars as events } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import type { SearchResult } from '#contract/site/search.ts';
import { visitorZone, zoneName } from '#web/lib/dates.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import formClasses from '#web/lib/ui/form.module.css';
import { ContactSearch } from './contact-search.tsx';
import classes from './event-fields.module.css';
import { EventSameAddress } from './event-same-address.tsx';
import { TypeChooser } from './type-chooser.tsx';
import type { EventForm } from './use-event-form.ts';
import { WhenFields } from './when-fields.tsx';

interface Props {
  form: EventForm;
  event: CalendarEvent;
  calendars: readonly Calendar[];
  zone: string;
  locked: boolean;
}

export function EventFields({ form, event, calendars, zone, locked }: Props) {
  const { t } = useTranslation();
  const field = (name: Parameters<EventForm['getInputProps']>[0]) => ({
    id: `event-${name}`,
    disabled: locked,
    ...form.getInputProps(name),
  });

  /** Fills empty fields only. Link and search text always become the contact's (specification, section 5). */
  function applyContact({ name, eMail, phoneNumber, sRef }: SearchResult): void {
    const { title, link, ...values } = form.getValues();
    form.setValues({
      title: title.trim() ? title : name,
      name: values.name.trim() ? values.name : name,
      eMail: values.eMail.trim() ? values.eMail : eMail,
      phoneNumber: values.phoneNumber.trim() ? values.phoneNumber : phoneNumber,
      link: sRef || link,
      search: name,
    });
  }

  return (
    <div className={formClasses.fields}>
      {!locked && (
        <div className={formClasses.wide}>
          <ContactSearch
            value={form.values.search}
            onChange={(search) => form.setFieldValue('search', search)}
            onChoose={applyContact}
          />
        </div>
      )}
      <TextInput
        className={formClasses.wide}
        label={t('calendar.title')}
        {...lengthOf(events.updateEvent, 'title')}
        required
        {...field('title')}
      />
      {calendars.length > 1 && (
        <NativeSelect
          className={formClasses.wide}
          label={t('calendar.calendarOf')}
          data={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('calendarId')}
        />
      )}
      <div className={formClasses.wide}>
        <WhenFields form={form} isNew={event.id === newId} locked={locked} />
        {zone !== visitorZone() && <p className={classes.zone}>{t('calendar.timesIn', { zone: zoneName(zone) })}</p>}
      </div>
      <div className={formClasses.wide}>
        <TypeChooser value={form.values.type} disabled={locked} onChange={(type) => form.setFieldValue('type', type)} />
      </div>
      <TextInput
        label={t('calendar.name')}
        {...lengthOf(events.updateEvent, 'name')}
        autoComplete="off"
        {...field('name')}
      />
      <TextInput
        label={t('calendar.phoneNumber')}
        type="tel"
        autoComplete="off"
        {...lengthOf(events.updateEvent, 'phoneNumber')}
        {...field('phoneNumber')}
      />
      <TextInput
        label={t('calendar.eMail')}
        type="email"
        autoComplete="off"
        {...lengthOf(events.updateEvent, 'eMail')}
        {...field('eMail')}
      />
      {!locked && (
        <div className={formClasses.wide}>
          <EventSameAddress form={form} event={event} />
        </div>
      )}
      <div className={classes.switches}>
        <Switch
          label={t('calendar.sendSms')}
          disabled={locked}
          {...form.getInputProps('sendSms', { type: 'checkbox' })}
        />
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
        {...field('description')}
      />
    </div>
  );
}
