// Deletes an event after confirmation; that of a customer is cancelled, with all its parts, as long as it can be.
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { staffMoves, type VisitStatus } from '#contract/booking/visit-states.ts';
import { showError } from '#web/lib/client/failures.ts';
import { ask, choose } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { mailWords } from '#web/messaging/mail/mail-states.ts';
import { hearsOfChanges } from './ask-to-move.ts';
import { eventHeading, formatShortTimes } from './event-text.ts';
import { loadVisit } from './load-visit.ts';
import { deleteEvent } from './save-event.ts';
import { useVisitMoves } from './use-visit-moves.ts';

/** Calls `onDeleted` after the confirmation, before the server answers. */
export function useDeleteEvent(onDeleted: () => void): (event: CalendarEvent) => Promise<void> {
  const { move } = useVisitMoves();
  return async (event) => {
    if (isCancellable(event)) {
      const choice = await askToCancel(event);
      if (choice === 'cancel') return;
      onDeleted();
      await move(event, { status: 'cancelled', notify: choice === 'confirm' });
      return;
    }
    const isAgreed = await ask({
      title: i18next.t('calendar.deleteTitle', { title: event.title }),
      text: i18next.t('calendar.deleteText'),
      confirmLabel: i18next.t('calendar.delete'),
      danger: true,
    });
    if (!isAgreed) return;
    onDeleted();
    try {
      await deleteEvent(event);
      toast('success', i18next.t('calendar.deleted', { title: event.title }));
    } catch (error) {
      showError(error, i18next.t('calendar.notDeleted', { title: event.title }));
    }
  };
}

/** A visit that a customer knows and that is not over. */
export function isCancellable({ visitId, status }: Pick<CalendarEvent, 'visitId' | 'status'>): boolean {
  const moves: readonly VisitStatus[] = status && status !== 'held' ? staffMoves[status] : [];
  return visitId !== null && moves.includes('cancelled');
}

/** Names the parts of a visit that has several: all of them end. */
async function askToCancel(event: CalendarEvent) {
  const visit = await loadVisit(event).catch(() => null);
  const parts = visit && visit.parts.length > 1 ? visit.parts : [];
  const isTold = hearsOfChanges(event);
  return choose({
    title: i18next.t('visits.cancelTitle', { name: eventHeading(event) }),
    text: [
      parts.length > 0 && i18next.t('visits.cancelsParts'),
      isTold && (await mailWords('visit', i18next.t('visits.notifyHint'))),
    ]
      .filter(Boolean)
      .join(' '),
    items: parts.map((part) =>
      [part.title, part.person, formatShortTimes({ ...part, allDay: false }, event.timeZone)]
        .filter(Boolean)
        .join(', '),
    ),
    confirmLabel: i18next.t('visits.move.cancelled'),
    ...(isTold && { otherLabel: i18next.t('desk.silently') }),
    danger: true,
  });
}
