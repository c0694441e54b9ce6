// The event that the address opens in the dialog.
import { useRef } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';

/**
 * Finds the event among the loaded ones. It stays available while its calendar reloads, and with what was typed when
 * another person deletes or moves it.
 */
export function useOpenEvent(id: string | undefined, events: readonly CalendarEvent[]): CalendarEvent | undefined {
  const lastOpen = useRef<CalendarEvent>(undefined);
  const found = id ? events.find((event) => event.id === id) : undefined;
  if (found || !id) lastOpen.current = found;
  return lastOpen.current?.id === id ? lastOpen.current : undefined;
}
