// Escape undoes a drag that is under way: the event is let go and goes back to where it was.
import { useMemo } from 'react';

export interface EscapeFromDrag {
  started(): void;
  stopped(): void;
  /** Whether the drag that just ended was given up. */
  undone(): boolean;
}

/** `onDragging` is told when something begins and ends to be dragged. */
export function useEscapeFromDrag(onDragging: (dragging: boolean) => void): EscapeFromDrag {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one drag at a time, over all renders.
  return useMemo(() => {
    let given = false;
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      given = true;
      // FullCalendar ends a drag only when the pointer is let go.
      document.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
      document.dispatchEvent(new Event('touchend', { bubbles: true }));
    }
    return {
      started() {
        given = false;
        window.addEventListener('keydown', onKey, true);
        onDragging(true);
      },
      stopped() {
        window.removeEventListener('keydown', onKey, true);
        onDragging(false);
      },
      undone: () => given,
    };
  }, []);
}
