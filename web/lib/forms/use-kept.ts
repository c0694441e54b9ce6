// Asks before something typed is lost by going elsewhere, also to another part of the account.
import { useBlocker } from '@tanstack/react-router';
import i18next from 'i18next';
import { ask } from '#web/lib/ui/questions.tsx';

/** Whether what was typed may go. */
export function mayLose(): Promise<boolean> {
  return ask({
    title: i18next.t('company.discardTitle'),
    text: i18next.t('myAccount.discardText'),
    yes: i18next.t('calendar.discard'),
    no: i18next.t('calendar.keepEditing'),
    danger: true,
  });
}

/** Keeps the person on the page while `isDirty` answers true, until he agrees to lose it. */
export function useKept(isDirty: () => boolean): void {
  useBlocker({
    shouldBlockFn: async () => isDirty() && !(await mayLose()),
    enableBeforeUnload: isDirty,
  });
}
