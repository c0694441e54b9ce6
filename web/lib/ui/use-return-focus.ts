// Gives the focus back when a dialog goes, so that whoever uses the keyboard goes on where he was.
import { useEffect, useState } from 'react';

/** For dialogs that are there only while they are open: those Mantine gives nothing back from. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Once the dialog is gone; whatever has taken the focus meanwhile keeps it.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
