// Returns the focus when a dialog closes: keyboard users continue where they were.
import { useEffect, useState } from 'react';

let lastFocused: EventTarget | null = null;
// A button that is disabled while it loads what the dialog shows has lost the focus by then.
document.addEventListener('focusin', ({ target }) => {
  lastFocused = target;
});

/** For dialogs mounted only while open; Mantine does not return the focus from them. */
export function useReturnFocus(): void {
  const [before] = useState(() => (document.activeElement === document.body ? lastFocused : document.activeElement));
  useEffect(
    () => () => {
      // Wait until the dialog is gone, and keep a focus that has moved elsewhere.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
