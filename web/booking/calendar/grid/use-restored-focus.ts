// Restores the focus of an event that FullCalendar has rendered again.
import { type FocusEvent, useEffect, useRef } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';

export function useRestoredFocus(events: readonly CalendarEvent[]) {
  const focused = useRef<string>(undefined);
  const latest = useRef(events);
  latest.current = events;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every change of the events.
  useEffect(() => {
    const id = focused.current;
    if (!id) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) {
        document.querySelector<HTMLElement>(`[data-event="${id}"]`)?.focus({ preventScroll: false });
      }
    });
    return () => cancelAnimationFrame(frame);
  }, [events]);

  return {
    /** Returns the event that contains an element. */
    focusedEvent(target: EventTarget): CalendarEvent | undefined {
      const id = target instanceof Element ? idOf(target) : undefined;
      return latest.current.find((event) => event.id === id);
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        focused.current = idOf(target);
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        // Without a new target, the focused element may just have been replaced.
        if (relatedTarget) focused.current = undefined;
      },
      onPointerDown: () => {
        focused.current = undefined;
      },
    },
  };
}

function idOf(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-event]')?.dataset.event;
}
