// The customer of an appointment: found, or entered in place.
import { useState } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { FoundCustomer } from '#contract/booking/visit-rows.ts';
import { CustomerLink } from '#web/booking/calendar/events/customer-link.tsx';
import formClasses from '#web/lib/ui/form/form.module.css';
import { ContactFields } from './contact-fields.tsx';
import { CustomerName } from './customer-name.tsx';
import { CustomerSearch } from './customer-search.tsx';
import { type ChosenCustomer, EventSameAddress } from './event-same-address.tsx';
import type { EventForm } from './use-event-form.ts';

interface Props {
  form: EventForm;
  event: CalendarEvent;
  locked: boolean;
  /** On a phone, the hint of the search is left to screen readers. */
  isCompact: boolean;
  /** Fields that do not stand among the others. */
  hasName: boolean;
  hasContact: boolean;
  /** Called with the name of a customer who was found. */
  onChosen(name: string): void;
  /** Called when the words of the search become a new customer, who needs an address or a number. */
  onNew(): void;
}

export function CustomerFields({ form, event, locked, isCompact, hasName, hasContact, onChosen, onNew }: Props) {
  const { contactId } = form.values;
  const [chosen, setChosen] = useState<ChosenCustomer>();
  /**
   * Fills empty fields only, or takes the place of a customer who was chosen before. Link and search text always become
   * the customer's (specification, section 5).
   */
  function choose(customer: FoundCustomer): void {
    const { id, name, eMail, phoneNumber } = customer;
    setChosen(customer);
    onChosen(name);
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
    onNew();
    // The list of the search closes first, and gives the focus back.
    requestAnimationFrame(() => document.getElementById(key === 'name' ? 'event-phoneNumber' : 'event-name')?.focus());
  }

  return (
    <>
      {!locked && (
        <div className={formClasses.wide}>
          <CustomerSearch
            isCompact={isCompact}
            value={form.values.search}
            onChange={(search) => form.setFieldValue('search', search)}
            onChoose={choose}
            onNew={startNew}
          />
        </div>
      )}
      <div className={`${formClasses.threeFields} ${formClasses.wide}`}>
        {hasName && <CustomerName {...{ form, locked }} />}
        {hasContact && <ContactFields {...{ form, locked }} />}
      </div>
      <div className={formClasses.wide}>
        <CustomerLink event={{ contactId, visitId: contactId === event.contactId ? event.visitId : null }} />
        {!locked && <EventSameAddress {...{ form, event, chosen }} onTake={setChosen} />}
      </div>
    </>
  );
}
