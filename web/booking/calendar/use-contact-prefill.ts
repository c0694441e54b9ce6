// The contact that an address asks to make an event with.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { newId } from '#contract/lib/fields.ts';
import { searches } from '#contract/site/search.ts';
import { query } from '#web/lib/client/client.ts';

/** Calls `meet` with what a new event takes over, once the contact with this id is known. */
export function useContactPrefill(
  id: string | undefined,
  prefill: (contact: Pick<CalendarEvent, 'title' | 'name' | 'eMail' | 'phoneNumber'>) => void,
): void {
  const found = useQuery({ ...query(searches.getById, { id: id ?? newId }), enabled: id !== undefined }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per contact.
  useEffect(() => {
    if (!id || !found) return;
    const { name, eMail, phoneNumber } = found;
    prefill({ title: name, name, eMail, phoneNumber });
  }, [id, found]);
}
