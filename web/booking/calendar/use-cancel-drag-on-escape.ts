// Escape undoes a drag that is under way: the event is let go and goes back to where it was.
import { useMemo } from 'react';

export interface DragCancellation {
  started(): void;
  stopped(): void;
  /** Whether the drag that just ended was given up. */
  wasCancelled(): boolean;
}

/** `onDragging` is told when something begins and ends to be dragged. */
export function useCancelDragOnEscape(onDragging: (dragging: boolean) => void): DragCancellation {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one drag at a time, over all renders.
  return useMemo(() => {
    let isCancelled = false;
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      isCancelled = true;
      // FullCalendar ends a drag only when the pointer is let go.
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
