// Confirms what a visitor asked for; he is told by mail.
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { putEvent, rereadEvents } from './cached-events.ts';
import { saveEvent, wishOf } from './save-event.ts';

/** Shown as confirmed at once, and taken back when that fails. */
export function useConfirmEvent() {
  const { mutateAsync, isPending } = useMutation({
    async mutationFn(event: CalendarEvent) {
      putEvent({ ...event, type: 'success' });
      try {
        const saved = await saveEvent(wishOf(event, { type: 'success' }));
        if (saved) toast('success', i18next.t('calendar.confirmed', { name: event.name || event.title }));
        else putEvent(event);
      } catch (error) {
        putEvent(event);
        void rereadEvents(event.calendarId);
        throw error;
      }
    },
  });
  return { confirm: (event: CalendarEvent) => mutateAsync(event).catch(() => {}), confirming: isPending };
}
