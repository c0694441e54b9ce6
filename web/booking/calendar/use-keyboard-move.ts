// Moves events by keyboard. Every step shows at once; the last one is saved after a pause.
import { useEffect, useRef } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { cacheMove, saveMove, type Times } from './move-event.ts';

/** Combines steps before saving (ms), because the visitor receives an e-mail for each saved move. */
const saveDelay = 900;

interface Pending {
  before: CalendarEvent;
  times: Times;
  zone: string;
  timer: ReturnType<typeof setTimeout>;
}

/** Returns a function that shows a step and saves it after the delay. Unmounting saves at once. */
export function useKeyboardMove(zone: string): (event: CalendarEvent, times: Times) => void {
  const pending = useRef<Pending>(undefined);

  function save(): void {
    const move = pending.current;
    if (!move) return;
    clearTimeout(move.timer);
    pending.current = undefined;
    void saveMove(move.before, move.times, move.zone);
  }
  const saveNow = useRef(save);
  saveNow.current = save;
  useEffect(() => () => saveNow.current(), []);

  return (event, times) => {
    const same = pending.current?.before.id === event.id ? pending.current : undefined;
    if (same) clearTimeout(same.timer);
    else save();
    cacheMove(event, times);
    pending.current = { before: same?.before ?? event, times, zone, timer: setTimeout(save, saveDelay) };
  };
}
