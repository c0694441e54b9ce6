// Asks before navigation discards input, including navigation within the account pages.
import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { useRef } from 'react';
import { ask } from '#web/lib/ui/ask.ts';

/** Resolves to true if the person agrees to discard their input. */
export function confirmDiscard(): Promise<boolean> {
  return ask({
    title: i18next.t('grid.discardTitle'),
    text: i18next.t('grid.discardText'),
    confirmLabel: i18next.t('grid.discard'),
    cancelLabel: i18next.t('grid.keepEditing'),
    danger: true,
  });
}

interface Guard {
  /** Calls `close`, after asking where input would be lost. */
  confirmAndClose(close: () => void): Promise<void>;
  /** Calls `close` without asking, such as after saving; nothing is asked from then on. */
  closeSaved(close: () => void): void;
}

/** Keeps the person on the page while `isDirty` returns true, until they agree to lose their input. A dialog closes through what this returns. */
export function useUnsavedChangesGuard(isDirty: () => boolean): Guard {
  const isClosing = useRef(false);
  const isUnsaved = () => !isClosing.current && isDirty();
  function closeSaved(close: () => void): void {
    isClosing.current = true;
    close();
  }
  useBlocker({
    shouldBlockFn: async () => isUnsaved() && !(await confirmDiscard()),
    enableBeforeUnload: isUnsaved,
  });
  return {
    async confirmAndClose(close) {
      if (!isUnsaved() || (await confirmDiscard())) closeSaved(close);
    },
    closeSaved,
  };
}
