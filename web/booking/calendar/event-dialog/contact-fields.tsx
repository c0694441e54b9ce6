// Phone and e-mail of the customer of an appointment.
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { calendars as events } from '#contract/booking/calendar.ts';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import type { EventForm } from './use-event-form.ts';

interface Props {
  form: EventForm;
  locked: boolean;
}

export function ContactFields({ form, locked }: Props) {
  const { t } = useTranslation();
  const field = (name: 'phoneNumber' | 'eMail') => ({
    id: `event-${name}`,
    label: t(`calendar.${name}`),
    autoComplete: 'off',
    disabled: locked,
    ...lengthOf(events.updateEvent, name),
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextInput type="tel" {...field('phoneNumber')} />
      <TextInput type="email" {...field('eMail')} />
    </>
  );
}
