// Keyboard shortcuts of the calendar: T today, N new, W walk-in, B block, arrows and Page keys turn the page, 1 to 5
// select the view.
import { useHotkeys } from '@mantine/hooks';
import { isDialogOpen, type KeySection, useKeyHelp } from '#web/lib/ui/key-help.ts';
import type { CalendarView } from './view/calendar-search.ts';

interface Actions {
  onToday: () => void;
  onNew: () => void;
  onTurn: (pages: number) => void;
  onView: (view: CalendarView) => void;
  onWalkIn: () => void;
  onBlock: () => void;
}

const calendarKeys: KeySection = {
  title: 'keys.calendar',
  lines: [
    { keys: ['T'], what: 'keys.today' },
    { keys: ['N'], what: 'keys.newEvent' },
    { keys: ['W'], what: 'keys.walkIn' },
    { keys: ['B'], what: 'keys.block' },
    { keys: ['1', '2', '3'], what: 'keys.views' },
    { keys: ['←', '→'], what: 'keys.turn' },
    { keys: ['Enter'], what: 'keys.edit' },
    { keys: ['Space'], what: 'keys.card' },
    { keys: ['A', 'S', 'C', 'X'], what: 'keys.states' },
    { keys: ['Alt ↑', 'Alt ↓', 'Alt ←', 'Alt →'], what: 'keys.move' },
    { keys: ['Alt Shift ↑', 'Alt Shift ↓'], what: 'keys.resize' },
    { keys: ['Shift F10'], what: 'calendar.notFree.ask' },
    { keys: ['Esc'], what: 'keys.cancelDrag' },
  ],
};

const teamKeys: KeySection = {
  title: 'team.title',
  lines: [
    { keys: ['4', '5'], what: 'team.keys.views' },
    { keys: ['↑', '↓', '←', '→'], what: 'team.keys.focus' },
    { keys: ['Alt ←', 'Alt →'], what: 'team.keys.move' },
  ],
};

/**
 * Inactive in a part of another page, while a dialog or menu is open, and while typing. Those of the team need a
 * colleague.
 */
export function useCalendarKeys(
  isActive: boolean,
  hasTeam: boolean,
  { onToday, onNew, onTurn, onView, onWalkIn, onBlock }: Actions,
): void {
  useKeyHelp(isActive ? calendarKeys : undefined);
  useKeyHelp(isActive && hasTeam ? teamKeys : undefined);
  const unlessDialogOpen = (act: () => void) => () => {
    if (isActive && !isDialogOpen()) act();
  };
  const ofTeam = (act: () => void) => unlessDialogOpen(() => hasTeam && act());
  useHotkeys([
    ['T', unlessDialogOpen(onToday)],
    ['N', unlessDialogOpen(onNew)],
    ['W', unlessDialogOpen(onWalkIn)],
    ['B', unlessDialogOpen(onBlock)],
    ['1', unlessDialogOpen(() => onView('month'))],
    ['2', unlessDialogOpen(() => onView('week'))],
    ['3', unlessDialogOpen(() => onView('day'))],
    ['4', ofTeam(() => onView('team'))],
    ['5', ofTeam(() => onView('teamWeek'))],
    ['ArrowLeft', unlessDialogOpen(() => onTurn(-1))],
    ['ArrowRight', unlessDialogOpen(() => onTurn(1))],
    ['PageUp', unlessDialogOpen(() => onTurn(-1))],
    ['PageDown', unlessDialogOpen(() => onTurn(1))],
  ]);
}
