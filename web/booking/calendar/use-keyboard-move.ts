// Moves events by keyboard. Every step shows at once; the last one is saved after a pause.
import { useEffect, useRef } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { MoveContext } from './events/ask-to-move.ts';
import { cacheMove, type Move, saveMove } from './events/move-event.ts';

/** Combines steps before saving (ms): the person answers one question, and the customer receives one e-mail. */
const saveDelay = 900;

interface Pending {
  before: CalendarEvent;
  move: Move;
  context: MoveContext;
  timer: ReturnType<typeof setTimeout>;
}

/** Returns a function that shows a step and saves it after the delay. Unmounting saves at once. */
export function useKeyboardMove(context: MoveContext): (event: CalendarEvent, move: Move) => void {
  const pending = useRef<Pending>(undefined);

  function save(): void {
    const last = pending.current;
    if (!last) return;
    clearTimeout(last.timer);
    pending.current = undefined;
    void saveMove(last.before, last.move, last.context);
  }
  const saveNow = useRef(save);
  saveNow.current = save;
  useEffect(() => () => saveNow.current(), []);

  return (event, move) => {
    const same = pending.current?.before.id === event.id ? pending.current : undefined;
    if (same) clearTimeout(same.timer);
    else save();
    cacheMove(event, move);
    // A step in time keeps the person of the step before.
    const all = { ...same?.move, ...move };
    pending.current = { before: same?.before ?? event, move: all, context, timer: setTimeout(save, saveDelay) };
  };
}
