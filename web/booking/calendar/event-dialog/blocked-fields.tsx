// The fields of blocked time: its title, and whose time it is.
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Calendar, calendars as events } from '#contract/booking/calendar.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import type { EventForm } from './use-event-form.ts';

interface Props {
  form: EventForm;
  calendars: readonly Calendar[];
  isNew: boolean;
  locked: boolean;
}

export function BlockedFields({ form, calendars, isNew, locked }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        className={calendars.length > 1 ? undefined : formClasses.wide}
        label={t('calendar.title')}
        {...lengthOf(events.updateEvent, 'title')}
        required={!isNew}
        placeholder={isNew ? t('desk.blockedTitle') : undefined}
        data-autofocus={isNew || undefined}
        id="event-title"
        disabled={locked}
        {...form.getInputProps('parts.0.title')}
      />
      {calendars.length > 1 && (
        <NativeSelect
          label={t('calendar.calendarOf')}
          data={calendars.map(({ id, name }) => ({ value: id, label: name }))}
          id="event-parts.0.calendarId"
          disabled={locked}
          {...form.getInputProps('parts.0.calendarId')}
        />
      )}
    </>
  );
}
