// Stores a hold and the visitor's input in the browser tab: a reload, or the way back from another page, restores them.
import type { ProfileAddress } from '#contract/booking/public.ts';
import { instantOf, now } from '#web/lib/dates.ts';
import type { Hold, VisitorDetails } from './booking-flow.ts';

export interface StoredHold {
  hold: Hold;
  /** The ids of the services, as in the address of the page. */
  service?: string;
  /** The ids of their options, likewise. */
  options?: string;
  /** The request that got the hold. */
  request?: string;
}

/** Returns this tab's unexpired hold with an employee. */
export function loadHold(profileAddress: ProfileAddress): StoredHold | undefined {
  const stored = load('hold', profileAddress) as StoredHold | undefined; // Written by `storeHold`.
  try {
    if (stored && Temporal.Instant.compare(instantOf(stored.hold.heldUntil), now()) > 0) return stored;
  } catch {
    // Written by another version: there is nothing to restore.
  }
  clearHold(profileAddress);
  return undefined;
}

export const storeHold = (profileAddress: ProfileAddress, stored: StoredHold) => store('hold', profileAddress, stored);
export const clearHold = (profileAddress: ProfileAddress) => store('hold', profileAddress, undefined);

/** Returns the input for a booking with an employee that was typed in this tab and not sent to the end. */
export function loadDetails(profileAddress: ProfileAddress): Partial<VisitorDetails> {
  return (load('details', profileAddress) as Partial<VisitorDetails> | undefined) ?? {}; // Written by `storeDetails`.
}

export const storeDetails = (profileAddress: ProfileAddress, details: VisitorDetails) =>
  store('details', profileAddress, details);
export const clearDetails = (profileAddress: ProfileAddress) => store('details', profileAddress, undefined);

const keyOf = (kind: 'hold' | 'details', { locationUrlName, userUrlName }: ProfileAddress) =>
  `daybook-${kind} ${locationUrlName}/${userUrlName}`.toLowerCase();

function load(kind: 'hold' | 'details', profileAddress: ProfileAddress): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(kind, profileAddress)) ?? 'null') ?? undefined;
  } catch {
    // Storage is blocked: there is nothing to restore.
    return undefined;
  }
}

function store(kind: 'hold' | 'details', profileAddress: ProfileAddress, value: object | undefined): void {
  try {
    if (value) sessionStorage.setItem(keyOf(kind, profileAddress), JSON.stringify(value));
    else sessionStorage.removeItem(keyOf(kind, profileAddress));
  } catch {
    // Without storage, a reload loses it.
  }
}
