// Gives the visit of an event another state, and offers to undo that.
import { useMutation } from '@tanstack/react-query';
import i18next from 'i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { endedStatuses, staffMoves, type VisitStatus } from '#contract/booking/visit-states.ts';
import { visits } from '#contract/booking/visits.ts';
import { refetchRequests, uncacheRequest } from '#web/booking/visits/requests.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { showError } from '#web/lib/client/failures.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast, toastWithUndo } from '#web/lib/ui/toast/toasts.ts';
import { patchCachedEvent, refetchEvents, uncacheEvent } from './cached-events.ts';
import { eventHeading } from './event-text.ts';

/** An event that takes time for a visit. */
export type VisitEvent = Pick<CalendarEvent, 'id' | 'calendarId' | 'visitId' | 'status' | 'name' | 'title'>;

export interface VisitMove {
  status: VisitStatus;
  /** For the customer, when the visit ends. */
  reason?: string;
  notify?: boolean;
}

/** The move shows at once and reverts on failure. */
export function useVisitMoves() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ event, move }: { event: VisitEvent; move: VisitMove }) => moveVisit(event, move),
  });
  return {
    move: (event: VisitEvent, move: VisitMove) =>
      mutateAsync({ event, move }).catch((error: unknown) => showError(error, i18next.t('visits.notMoved'))),
    isMoving: isPending,
  };
}

async function moveVisit(event: VisitEvent, move: VisitMove & { acceptOverlap?: boolean }): Promise<void> {
  const { visitId, status: before } = event;
  if (!visitId || !before) return;
  if (endedStatuses.includes(move.status)) uncacheEvent(event.id);
  else patchCachedEvent(event.id, { status: move.status });
  uncacheRequest(visitId);
  try {
    await call(visits.changeStatus, { id: visitId, ...move }, { asks: true });
  } catch (error) {
    patchCachedEvent(event.id, { status: before });
    if (!isOverlap(error) || move.acceptOverlap) throw error;
    if (await asksToOverlap(event)) await moveVisit(event, { ...move, acceptOverlap: true });
    return;
  } finally {
    void refetchEvents(event.calendarId);
    void refetchRequests();
  }
  const message = i18next.t('visits.moved', {
    name: eventHeading(event),
    status: i18next.t(`visits.status.${move.status}`),
  });
  const canUndo = (staffMoves[move.status] as readonly VisitStatus[]).includes(before);
  const undo = {
    label: i18next.t('visits.undo'),
    run: () => void undoMove(event, { status: before, notify: move.notify ?? true }),
  };
  if (canUndo) toastWithUndo(message, undo);
  else toast('success', message);
}

async function undoMove(event: VisitEvent, move: { status: VisitStatus; notify: boolean }): Promise<void> {
  if (!event.visitId) return;
  try {
    await call(visits.changeStatus, { id: event.visitId, ...move, isUndo: true });
  } catch (error) {
    showError(error, i18next.t('visits.notMoved'));
  } finally {
    void refetchEvents(event.calendarId);
    void refetchRequests();
  }
}

function isOverlap(error: unknown): boolean {
  if (!(error instanceof CallError) || error.status !== 417 || !Array.isArray(error.body)) return false;
  return error.body.some((item: { Overlaps?: unknown }) => item.Overlaps === true);
}

function asksToOverlap(event: VisitEvent): Promise<boolean> {
  return ask({
    title: i18next.t('visits.taken', { name: eventHeading(event) }),
    confirmLabel: i18next.t('visits.takeAnyway'),
  });
}
