// The customer of an appointment: found, or entered in place.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CalendarEvent, calendars as events } from '#contract/booking/calendar.ts';
import type { FoundCustomer } from '#contract/booking/visit-rows.ts';
import { CustomerLink } from '#web/booking/calendar/events/customer-link.tsx';
import { lengthOf } from '#web/lib/forms/field-rules.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { CustomerSearch } from './customer-search.tsx';
import { type ChosenCustomer, EventSameAddress } from './event-same-address.tsx';
import type { EventForm } from './use-event-form.ts';

interface Props {
  form: EventForm;
  event: CalendarEvent;
  locked: boolean;
}

export function CustomerFields({ form, event, locked }: Props) {
  const { t } = useTranslation();
  const { contactId } = form.values;
  const [chosen, setChosen] = useState<ChosenCustomer>();
  const field = (name: 'name' | 'phoneNumber' | 'eMail') => {
    const { onChange, ...rest } = form.getInputProps(name);
    return {
      id: `event-${name}`,
      disabled: locked,
      ...lengthOf(events.updateEvent, name),
      ...rest,
      onChange(input: React.ChangeEvent<HTMLInputElement>) {
        // Another name is another customer; an address may be a new one of the same.
        if (name === 'name') form.setFieldValue('contactId', null);
        onChange(input);
      },
    };
  };

  /**
   * Fills empty fields only, or takes the place of a customer who was chosen before. Link and search text always become
   * the customer's (specification, section 5).
   */
  function choose(customer: FoundCustomer): void {
    const { id, name, eMail, phoneNumber } = customer;
    setChosen(customer);
    const values = form.getValues();
    const isReplaced = values.contactId !== null;
    const pick = (typed: string, found: string) => (isReplaced || !typed.trim() ? found : typed);
    form.setValues({
      name: pick(values.name, name),
      eMail: pick(values.eMail, eMail),
      phoneNumber: pick(values.phoneNumber, phoneNumber),
      contactId: isReplaced || !values.name.trim() || values.name.trim() === name ? id : null,
      link: `/app/company/contacts/${id}`,
      search: name,
    });
  }

  /** Takes what was searched for as the name, or as an address or a number. */
  function startNew(words: string): void {
    const isPhone = /^\+?[\d ()./-]{5,}$/.test(words);
    const key = words.includes('@') ? 'eMail' : isPhone ? 'phoneNumber' : 'name';
    form.setValues({ ...{ name: '', eMail: '', phoneNumber: '', contactId: null, search: '' }, [key]: words });
    const next = document.getElementById(key === 'name' ? 'event-phoneNumber' : 'event-name');
    // The list of the search closes first, and gives the focus back.
    requestAnimationFrame(() => next?.focus());
  }

  return (
    <>
      {!locked && (
        <div className={formClasses.wide}>
          <CustomerSearch
            value={form.values.search}
            onChange={(search) => form.setFieldValue('search', search)}
            onChoose={choose}
            onNew={startNew}
          />
        </div>
      )}
      <div className={`${formClasses.threeFields} ${formClasses.wide}`}>
        <TextInput label={t('calendar.name')} autoComplete="off" {...field('name')} />
        <TextInput label={t('calendar.phoneNumber')} type="tel" autoComplete="off" {...field('phoneNumber')} />
        <TextInput label={t('calendar.eMail')} type="email" autoComplete="off" {...field('eMail')} />
      </div>
      <div className={formClasses.wide}>
        <CustomerLink event={{ contactId, visitId: contactId === event.contactId ? event.visitId : null }} />
        {!locked && <EventSameAddress {...{ form, event, chosen }} onTake={setChosen} />}
      </div>
    </>
  );
}
