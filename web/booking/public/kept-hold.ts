// Keeps a held time in the browser's tab, so that a reload within the hold resumes it.
import { instantOf, now } from '#web/lib/dates.ts';
import type { Details, Hold } from './booking-flow.ts';

export interface KeptHold {
  hold: Hold;
  details: Details;
  serviceId?: string;
}

const keyOf = (whose: { locationUrlName: string; userUrlName: string }) =>
  `daybook-hold ${whose.locationUrlName}/${whose.userUrlName}`.toLowerCase();

/** The hold of this tab with this person, as long as it lasts. */
export function keptHold(whose: { locationUrlName: string; userUrlName: string }): KeptHold | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(whose));
    if (!text) return undefined;
    const kept = JSON.parse(text) as KeptHold; // Written below, by the same version or one before it.
    if (Temporal.Instant.compare(instantOf(kept.hold.heldUntil), now()) > 0) return kept;
  } catch {
    // A browser that keeps nothing, or what another version kept: there is nothing to resume.
  }
  forgetHold(whose);
  return undefined;
}

export function keepHold(whose: { locationUrlName: string; userUrlName: string }, kept: KeptHold): void {
  try {
    sessionStorage.setItem(keyOf(whose), JSON.stringify(kept));
  } catch {
    // Without storage only the reload is lost.
  }
}

export function forgetHold(whose: { locationUrlName: string; userUrlName: string }): void {
  try {
    sessionStorage.removeItem(keyOf(whose));
  } catch {
    // As above.
  }
}
