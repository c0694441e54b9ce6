// Keeps a held time in the browser's tab, so that a reload within the hold resumes it.
import { instantOf, now } from '#web/lib/dates.ts';
import type { Details, Hold } from './booking-flow.ts';

export interface StoredHold {
  hold: Hold;
  details: Details;
  serviceId?: string;
}

const storageKey = (profileAddress: { locationUrlName: string; userUrlName: string }) =>
  `daybook-hold ${profileAddress.locationUrlName}/${profileAddress.userUrlName}`.toLowerCase();

/** The hold of this tab with this person, as long as it lasts. */
export function loadHold(profileAddress: { locationUrlName: string; userUrlName: string }): StoredHold | undefined {
  try {
    const text = sessionStorage.getItem(storageKey(profileAddress));
    if (!text) return undefined;
    const stored = JSON.parse(text) as StoredHold; // Written below, by the same version or one before it.
    if (Temporal.Instant.compare(instantOf(stored.hold.heldUntil), now()) > 0) return stored;
  } catch {
    // A browser that keeps nothing, or what another version kept: there is nothing to resume.
  }
  clearHold(profileAddress);
  return undefined;
}

export function storeHold(profileAddress: { locationUrlName: string; userUrlName: string }, stored: StoredHold): void {
  try {
    sessionStorage.setItem(storageKey(profileAddress), JSON.stringify(stored));
  } catch {
    // Without storage only the reload is lost.
  }
}

export function clearHold(profileAddress: { locationUrlName: string; userUrlName: string }): void {
  try {
    sessionStorage.removeItem(storageKey(profileAddress));
  } catch {
    // As above.
  }
}
