// Escape cancels a drag in progress and returns the event to its place.
import { useMemo } from 'react';

export interface DragCancellation {
  started(): void;
  stopped(): void;
  /** True if the last drag was cancelled. */
  wasCancelled(): boolean;
}

/** Calls `onDragging` when a drag starts and ends. */
export function useCancelDragOnEscape(onDragging: (dragging: boolean) => void): DragCancellation {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state of a drag spans renders.
  return useMemo(() => {
    let isCancelled = false;
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      isCancelled = true;
      // FullCalendar ends a drag only on release of the pointer.
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
      document.dispatchEvent(new Event('touchend', { bubbles: true }));
    }
    return {
      started() {
        isCancelled = false;
        window.addEventListener('keydown', onKey, true);
        onDragging(true);
      },
      stopped() {
        window.removeEventListener('keydown', onKey, true);
        onDragging(false);
      },
      wasCancelled: () => isCancelled,
    };
  }, []);
}
