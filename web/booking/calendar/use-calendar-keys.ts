// Keyboard shortcuts of the calendar: T today, N new, arrows and Page keys turn the page, 1 2 3 select the view.
import { useHotkeys } from '@mantine/hooks';
import type { CalendarView } from './calendar-search.ts';

interface Actions {
  onToday: () => void;
  onNew: () => void;
  onTurn: (pages: number) => void;
  onView: (view: CalendarView) => void;
}

/** Inactive while a dialog or menu is open, and while typing. */
export function useCalendarKeys({ onToday, onNew, onTurn, onView }: Actions): void {
  const unlessDialogOpen = (act: () => void) => () => {
    // Closed lists stay in the document but are invisible.
    const open = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
    if (![...open].some((element) => element.checkVisibility())) act();
  };
  useHotkeys([
    ['T', unlessDialogOpen(onToday)],
    ['N', unlessDialogOpen(onNew)],
    ['1', unlessDialogOpen(() => onView('month'))],
    ['2', unlessDialogOpen(() => onView('week'))],
    ['3', unlessDialogOpen(() => onView('day'))],
    ['ArrowLeft', unlessDialogOpen(() => onTurn(-1))],
    ['ArrowRight', unlessDialogOpen(() => onTurn(1))],
    ['PageUp', unlessDialogOpen(() => onTurn(-1))],
    ['PageDown', unlessDialogOpen(() => onTurn(1))],
  ]);
}
