// Blocks time at once, and offers to undo it.
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { formatShortTimes } from '#web/booking/calendar/events/event-text.ts';
import { deleteEvent, saveEvent } from '#web/booking/calendar/events/save-event.ts';
import { showError } from '#web/lib/client/failures.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { type EventValues, inputFromValues } from './event-form.ts';

export function useBlockTime(zone: string) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ event, values }: { event: CalendarEvent; values: EventValues }) => blockTime(event, values, zone),
  });
  return {
    /** Resolves to true when the time is blocked. */
    block: (event: CalendarEvent, values: EventValues) => mutateAsync({ event, values }).catch(() => false),
    isBlocking: isPending,
  };
}

async function blockTime(event: CalendarEvent, values: EventValues, zone: string): Promise<boolean> {
  const [first] = values.parts;
  if (!first) return false;
  const title = first.title.trim() || i18next.t('desk.blockedTitle');
  const blocked: EventValues = { ...values, kind: 'blocked', type: 'danger', parts: [{ ...first, title }] };
  const input = inputFromValues(event, blocked, zone);
  const saved = input && (await saveEvent({ ...input, acceptClosed: true }, { zone }));
  if (!saved) return false;
  const undo = {
    label: i18next.t('calendar.undo'),
    run: () =>
      void deleteEvent(saved).catch((error: unknown) => showError(error, i18next.t('calendar.notDeleted', saved))),
  };
  toast('success', i18next.t('desk.isBlocked', { when: formatShortTimes(saved, zone) }), undo);
  return true;
}
