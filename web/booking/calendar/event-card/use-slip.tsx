// The action of a visit's card that prints its slip.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { papers } from '#contract/booking/papers.ts';
import { usePrint } from '#web/devices/printing/use-print.tsx';
import { call } from '#web/lib/client/client.ts';

/** `print` is undefined for what has no slip: blocked time, holds, and visits that do not take place. */
export function useSlip({ visitId, status }: CalendarEvent) {
  const { print, isBusy, dialogs } = usePrint((place) => call(papers.printSlip, { visitId: visitId ?? '', ...place }));
  const isComing = status === 'confirmed' || status === 'arrived' || status === 'started' || status === 'completed';
  return { print: visitId && isComing ? print : undefined, isBusy, dialogs };
}
