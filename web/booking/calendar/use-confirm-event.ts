// Confirms a visitor's request. The server notifies the visitor by e-mail.
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { cacheEvent, refetchEvents } from './cached-events.ts';
import { saveEvent, toEventInput } from './save-event.ts';

/** Shows the event as confirmed at once and reverts on failure. */
export function useConfirmEvent() {
  const { mutateAsync, isPending } = useMutation({
    async mutationFn(event: CalendarEvent) {
      cacheEvent({ ...event, type: 'success' });
      try {
        const saved = await saveEvent(toEventInput(event, { type: 'success' }), { zone: event.timeZone });
        if (saved) toast('success', i18next.t('calendar.confirmed', { name: event.name || event.title }));
        else cacheEvent(event);
      } catch (error) {
        cacheEvent(event);
        void refetchEvents(event.calendarId);
        throw error;
      }
    },
  });
  return { confirm: (event: CalendarEvent) => mutateAsync(event).catch(() => {}), confirming: isPending };
}
