// The link from an event to the card of its customer.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';

export function CustomerLink({ event }: { event: Pick<CalendarEvent, 'contactId' | 'visitId'> }) {
  const { t } = useTranslation();
  const { contactId, visitId } = event;
  if (!contactId) return null;
  return (
    <Link to="/app/company/contacts/$id" params={{ id: contactId }} search={{ visit: visitId ?? undefined }}>
      {t('customers.open')}
    </Link>
  );
}
