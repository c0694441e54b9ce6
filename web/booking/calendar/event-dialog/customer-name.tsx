// The name of the customer of an appointment.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { calendars as events } from '#contract/booking/calendar.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import type { EventForm } from './use-event-form.ts';

interface Props {
  form: EventForm;
  locked: boolean;
}

export function CustomerName({ form, locked }: Props) {
  const { t } = useTranslation();
  const field = form.getInputProps('name');
  return (
    <TextInput
      id="event-name"
      label={t('calendar.name')}
      autoComplete="off"
      disabled={locked}
      {...lengthOf(events.updateEvent, 'name')}
      {...field}
      onChange={(input) => {
        // Another name is another customer; an address may be a new one of the same.
        form.setFieldValue('contactId', null);
        field.onChange(input);
      }}
    />
  );
}
