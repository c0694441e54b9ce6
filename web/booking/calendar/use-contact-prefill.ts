// Starts a new event with the contact that the address names.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { searches } from '#contract/site/search.ts';
import { query } from '#web/lib/client/client.ts';

/** Calls `prefill` once the contact has loaded. */
export function useContactPrefill(
  id: string | undefined,
  prefill: (contact: Pick<CalendarEvent, 'name' | 'eMail' | 'phoneNumber' | 'contactId'>) => void,
): void {
  const found = useQuery({ ...query(searches.getById, { id: id ?? newId }), enabled: id !== undefined }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per contact.
  useEffect(() => {
    if (!id || !found) return;
    const { name, eMail, phoneNumber } = found;
    prefill({ name, eMail, phoneNumber, contactId: id });
  }, [id, found]);
}
