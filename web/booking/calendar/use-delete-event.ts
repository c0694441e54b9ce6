// Deletes an event after confirmation. The question says if the visitor will be notified.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { showError } from '#web/lib/client/failures.ts';
import { choose } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { deleteEvent } from './save-event.ts';

/** Calls `onDeleted` after the confirmation, before the server answers. */
export function useDeleteEvent(onDeleted: () => void): (event: CalendarEvent) => Promise<void> {
  return async (event) => {
    const isFromVisitor = event.visitId !== null && event.heldUntil === null && event.eMail !== '';
    const choice = await choose({
      title: i18next.t('calendar.deleteTitle', { title: event.title }),
      text: i18next.t(isFromVisitor ? 'calendar.deleteVisitors' : 'calendar.deleteText', {
        name: event.name || event.eMail,
      }),
      confirmLabel: i18next.t('calendar.delete'),
      ...(isFromVisitor && { otherLabel: i18next.t('desk.silently') }),
      danger: true,
    });
    if (choice === 'cancel') return;
    onDeleted();
    try {
      await deleteEvent(event, choice === 'confirm');
      toast('success', i18next.t('calendar.deleted', { title: event.title }));
    } catch (error) {
      showError(error, i18next.t('calendar.notDeleted', { title: event.title }));
    }
  };
}
