// Moves by the keyboard: every step is seen at once, and saved when no further one follows.
import { useEffect, useRef } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { cacheMove, saveMove, type Times } from './move-event.ts';

/** A visitor gets a mail for each saved move, so that steps are gathered for this long (ms). */
const saveDelay = 900;

interface Pending {
  before: CalendarEvent;
  times: Times;
  zone: string;
  timer: ReturnType<typeof setTimeout>;
}

/** `step(event, times)` shows and soon saves; leaving the page saves at once. */
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
