// Stores a hold in the browser tab: a reload within the hold restores it.
import { instantOf, now } from '#web/lib/dates.ts';
import type { Details, Hold } from './booking-flow.ts';

export interface StoredHold {
  hold: Hold;
  details: Details;
  serviceId?: string;
}

const storageKey = (profileAddress: { locationUrlName: string; userUrlName: string }) =>
  `daybook-hold ${profileAddress.locationUrlName}/${profileAddress.userUrlName}`.toLowerCase();

/** Returns this tab's unexpired hold with an employee. */
export function loadHold(profileAddress: { locationUrlName: string; userUrlName: string }): StoredHold | undefined {
  try {
    const text = sessionStorage.getItem(storageKey(profileAddress));
    if (!text) return undefined;
    const stored = JSON.parse(text) as StoredHold; // Written by `storeHold` of this or an earlier version.
    if (Temporal.Instant.compare(instantOf(stored.hold.heldUntil), now()) > 0) return stored;
  } catch {
    // Storage is blocked, or its content comes from another version: there is nothing to restore.
  }
  clearHold(profileAddress);
  return undefined;
}

export function storeHold(profileAddress: { locationUrlName: string; userUrlName: string }, stored: StoredHold): void {
  try {
    sessionStorage.setItem(storageKey(profileAddress), JSON.stringify(stored));
  } catch {
    // Without storage, a reload loses the hold.
  }
}

export function clearHold(profileAddress: { locationUrlName: string; userUrlName: string }): void {
  try {
    sessionStorage.removeItem(storageKey(profileAddress));
  } catch {
    // See above.
  }
}
