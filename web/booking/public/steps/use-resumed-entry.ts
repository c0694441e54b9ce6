// The step of the history's entry; of the stored hold, when the visitor opens the page again.
import { useEffect, useState } from 'react';
import type { StepEntry } from './booking-flow.ts';
import type { BookingHistory } from './booking-history.ts';
import type { StoredHold } from './stored-hold.ts';

export function useResumedEntry(history: BookingHistory, stored: StoredHold | undefined): StepEntry | undefined {
  // Only a hold of a visitor who opens the page again: the entries of this visit say their step.
  const resumed = stored && !history.entry ? heldEntry(stored) : undefined;
  const [isResuming, setResuming] = useState(resumed !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens.
  useEffect(() => {
    if (resumed) history.replace(resumed, { service: stored?.service });
    setResuming(false);
  }, []);
  return isResuming && resumed ? resumed : history.entry;
}

function heldEntry({ hold: { start, end } }: StoredHold): StepEntry {
  return { step: 'held', slot: { start, end }, depth: 0 };
}
