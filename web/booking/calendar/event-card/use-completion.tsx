// Completes the visit of an event, and asks for the payment in the same step where something is due.
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { refetchEvents } from '#web/booking/calendar/events/cached-events.ts';
import { eventHeading } from '#web/booking/calendar/events/event-text.ts';
import { useVisitMoves } from '#web/booking/calendar/events/use-visit-moves.ts';

const PayDialog = lazy(async () => ({ default: (await import('#web/booking/receipts/pay-dialog.tsx')).PayDialog }));

interface Completing {
  complete(event: CalendarEvent): Promise<void>;
  /** Whether it finds out what is due. */
  isReading: boolean;
  /** The question for the payment; null while there is none. */
  dialog: ReactNode;
}

/** `onDone` is called once the visit is completed, or will be. */
export function useCompletion(onDone: () => void = () => {}): Completing {
  const [asked, setAsked] = useState<CalendarEvent>();
  const [isReading, setReading] = useState(false);
  const { move } = useVisitMoves();
  function finish(event: CalendarEvent): void {
    setAsked(undefined);
    void move(event, { status: 'completed' });
    onDone();
  }
  async function complete(event: CalendarEvent): Promise<void> {
    if (!event.visitId || isReading) return;
    setReading(true);
    // On the dashboard few complete a visit: their page does not load what belongs to payments.
    const isDue = await import('#web/booking/receipts/payments.ts').then(
      ({ isPaymentDue }) => isPaymentDue(event.visitId ?? ''),
      () => false,
    );
    setReading(false);
    if (isDue) setAsked(event);
    else finish(event);
  }
  const dialog = asked?.visitId ? (
    <Suspense>
      <PayDialog
        visitId={asked.visitId}
        name={eventHeading(asked)}
        completion={{
          onCompleted() {
            void refetchEvents();
            onDone();
          },
          withoutPayment: () => finish(asked),
        }}
        onClose={() => setAsked(undefined)}
      />
    </Suspense>
  ) : null;
  return { complete, isReading, dialog };
}
