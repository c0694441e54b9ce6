// The steps of a booking in the browser's history: the system's Back goes one step back, and forward works.
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { ProfileSearch } from '#web/booking/public/profile-search.ts';
import type { StepEntry } from './booking-flow.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of a booking that this entry shows; none while a time is chosen. */
    booking?: StepEntry;
  }
}

export interface BookingHistory {
  /** The step of the current entry. */
  entry: StepEntry | undefined;
  /** Adds an entry with this step. */
  push(next: Omit<StepEntry, 'depth'>): void;
  /** Changes the step of the current entry, and the address if `search` is given. */
  replace(next: StepEntry, search?: ProfileSearch): void;
  /** Goes one step back. */
  back(): void;
  /**
   * Goes back to the choice of a time; with `next`, adds that step there, so that Back does not lead into a past
   * booking.
   */
  leave(next?: Omit<StepEntry, 'depth'>): void;
}

export function useBookingHistory(): BookingHistory {
  const located = useLocation({ select: ({ state }) => state.booking });
  // Shown while the history moves to it: what lies between must not appear.
  const [destination, setDestination] = useState<StepEntry>();
  const entry = destination ?? located;
  const navigate = useNavigate();
  const { history } = useRouter();
  const isLeaving = useRef(false);

  const go = (booking: StepEntry | undefined, replace: boolean, search?: ProfileSearch) =>
    navigate({
      // The page of a person, of a business, or its form in a frame.
      to: '.',
      search: (now: ProfileSearch) => ({ ...now, ...search }),
      state: (now) => ({ ...now, booking }),
      replace,
      resetScroll: false,
    });
  // Read at the moment of the call: the visitor may have gone back while a request was under way.
  const depthNow = () => history.location.state.booking?.depth ?? 0;

  return {
    entry,
    push: (next) => void go({ ...next, depth: depthNow() + 1 }, false),
    replace: (next, search) => void go(next, true, search),
    back() {
      if (depthNow()) history.back();
      else void go(undefined, true);
    },
    leave(next) {
      if (isLeaving.current) return;
      const depth = depthNow();
      // The entry of a restored hold has no choice of a time before it.
      if (!depth) return void go(next && { ...next, depth: 0 }, true);
      isLeaving.current = true;
      if (next) setDestination({ ...next, depth: 1 });
      const stop = history.subscribe(() => {
        stop();
        isLeaving.current = false;
        if (!next) return;
        queueMicrotask(() => void go({ ...next, depth: 1 }, false).finally(() => setDestination(undefined)));
      });
      history.go(-depth);
    },
  };
}
