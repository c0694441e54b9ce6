// Asks before navigation discards input, including navigation within the account pages.
import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { ask } from '#web/lib/ui/ask-dialog.tsx';

/** Resolves to true if the person agrees to discard their input. */
export function confirmDiscard(): Promise<boolean> {
  return ask({
    title: i18next.t('company.discardTitle'),
    text: i18next.t('myAccount.discardText'),
    confirmLabel: i18next.t('calendar.discard'),
    cancelLabel: i18next.t('calendar.keepEditing'),
    danger: true,
  });
}

/** Blocks navigation while `isDirty` returns true, until the person agrees to discard their input. */
export function useUnsavedChangesGuard(isDirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => isDirty() && !(await confirmDiscard()),
    enableBeforeUnload: isDirty,
  });
}
