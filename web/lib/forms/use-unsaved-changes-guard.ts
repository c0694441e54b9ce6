// Asks before something typed is lost by going elsewhere, also to another part of the account.
import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { ask } from '#web/lib/ui/ask-dialog.tsx';

/** Whether what was typed may go. */
export function confirmDiscard(): Promise<boolean> {
  return ask({
    title: i18next.t('company.discardTitle'),
    text: i18next.t('myAccount.discardText'),
    confirmLabel: i18next.t('calendar.discard'),
    cancelLabel: i18next.t('calendar.keepEditing'),
    danger: true,
  });
}

/** Keeps the person on the page while `isDirty` answers true, until he agrees to lose it. */
export function useUnsavedChangesGuard(isDirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => isDirty() && !(await confirmDiscard()),
    enableBeforeUnload: isDirty,
  });
}
