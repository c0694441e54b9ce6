// Asks whether an event with the address of another customer is theirs.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { SameAddress } from '#web/customers/contacts/same-address.tsx';
import type { EventForm } from './use-event-form.ts';

export function EventSameAddress({ form, event }: { form: EventForm; event: CalendarEvent }) {
  const { t } = useTranslation();
  const { name, eMail, phoneNumber } = form.values;
  const isTyped = name !== event.name || eMail !== event.eMail || phoneNumber !== event.phoneNumber;
  if (!isTyped) return null;
  return (
    <SameAddress
      {...{ name, eMail, phoneNumber }}
      take={(contact) => (
        <Button
          size="xs"
          variant="light"
          onClick={() => {
            const { id, name, eMail, phoneNumber } = contact;
            form.setValues({
              contactId: id,
              name,
              eMail: eMail || form.values.eMail,
              phoneNumber: phoneNumber || form.values.phoneNumber,
            });
          }}
        >
          {t('customers.takeOther', { name: contact.name })}
        </Button>
      )}
    />
  );
}
