// Asks before navigation discards input, including navigation within the account pages.
import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useRef } from 'react';
import { ask, withdrawQuestion } from '#web/lib/ui/dialog/ask.ts';
import { useUnsavedInput } from './use-unsaved-input.ts';

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
  /** Calls `close`; asks first if input would be lost. */
  confirmAndClose(close: () => void): Promise<void>;
  /** Calls `close` without asking, such as after saving, and turns the guard off. */
  closeSaved(close: () => void): void;
}

/**
 * Blocks navigation while `isDirty` returns true, until the person agrees to discard their input. Dialogs must close
 * through the returned functions. The question disappears with the form, such as after a save that was under way.
 */
export function useUnsavedChangesGuard(isDirty: () => boolean): Guard {
  const isClosing = useRef(false);
  const isAsking = useRef(false);
  const isUnsaved = () => !isClosing.current && isDirty();
  useUnsavedInput(isUnsaved);
  function closeSaved(close: () => void): void {
    isClosing.current = true;
    close();
  }
  async function agreesToDiscard(): Promise<boolean> {
    isAsking.current = true;
    const agrees = await confirmDiscard();
    isAsking.current = false;
    return agrees;
  }
  useEffect(
    () => () => {
      if (isAsking.current) withdrawQuestion();
    },
    [],
  );
  useBlocker({
    shouldBlockFn: async () => isUnsaved() && !(await agreesToDiscard()),
    enableBeforeUnload: isUnsaved,
  });
  return {
    async confirmAndClose(close) {
      if (!isUnsaved() || (await agreesToDiscard())) closeSaved(close);
    },
    closeSaved,
  };
}
