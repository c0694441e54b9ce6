// Asks whether an event with the address of another customer is theirs.
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { SameAddress } from '#web/customers/contacts/same-address.tsx';
import type { EventForm } from './use-event-form.ts';

/** The customer in the fields, with their address and number. */
export type ChosenCustomer = { id: string; eMail: string; phoneNumber: string };

interface Props {
  form: EventForm;
  event: CalendarEvent;
  /** Their own address and number are not asked about: families share them. */
  chosen: ChosenCustomer | undefined;
  onTake(customer: ChosenCustomer): void;
}

export function EventSameAddress({ form, event, chosen, onTake }: Props) {
  const { t } = useTranslation();
  const { contactId, name, eMail, phoneNumber } = form.values;
  const isTyped = name !== event.name || eMail !== event.eMail || phoneNumber !== event.phoneNumber;
  if (!isTyped) return null;
  const own = chosen?.id === contactId ? chosen : undefined;
  const typed = (value: string, known: string | undefined) => (value === known ? '' : value);
  return (
    <SameAddress
      name={name}
      eMail={typed(eMail, own?.eMail)}
      phoneNumber={typed(phoneNumber, own?.phoneNumber)}
      take={(contact) => (
        <Button
          size="xs"
          variant="light"
          onClick={() => {
            const { id, name, eMail, phoneNumber } = contact;
            onTake(contact);
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
