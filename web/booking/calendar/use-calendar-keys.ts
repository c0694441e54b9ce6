// The keys of the calendar: t today, n new, arrows and Page keys turn, 1 2 3 choose the view.
import { useHotkeys } from '@mantine/hooks';
import type { CalendarView } from './calendar-search.ts';

interface Actions {
  onToday: () => void;
  onNew: () => void;
  onTurn: (pages: number) => void;
  onView: (view: CalendarView) => void;
}

/** Not while a dialog or a menu is open, nor while typing. */
export function useCalendarKeys({ onToday, onNew, onTurn, onView }: Actions): void {
  const unlessBusy = (act: () => void) => () => {
    // Closed lists stay in the document, unseen.
    const open = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
    if (![...open].some((element) => element.checkVisibility())) act();
  };
  useHotkeys([
    ['T', unlessBusy(onToday)],
    ['N', unlessBusy(onNew)],
    ['1', unlessBusy(() => onView('month'))],
    ['2', unlessBusy(() => onView('week'))],
    ['3', unlessBusy(() => onView('day'))],
    ['ArrowLeft', unlessBusy(() => onTurn(-1))],
    ['ArrowRight', unlessBusy(() => onTurn(1))],
    ['PageUp', unlessBusy(() => onTurn(-1))],
    ['PageDown', unlessBusy(() => onTurn(1))],
  ]);
}
