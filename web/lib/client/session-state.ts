// What all tabs of this browser know together: when the server was last asked for something, and whether the lock screen is up.

const activePlace = 'daybook-active';
const lockPlace = 'daybook-locked';
const callerPlace = 'daybook-caller';

const now = () => Temporal.Now.instant().epochMilliseconds;
/** For browsers that keep nothing. */
let own = now();

/** Says that the server was asked for something that counts as being there. */
export function noteActivity(): void {
  own = now();
  keep(activePlace, String(own));
}

/** After how long without a hand on this tab what it asks for is its own doing, such as following what others change (ms). */
const attendedFor = 60_000;
let touched = now();
const touch = () => {
  touched = now();
};
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus']) {
  globalThis.addEventListener?.(kind, touch, { capture: true, passive: true });
}

/** Whether nobody has touched this tab for a while. */
export function isUnattended(): boolean {
  return now() - touched > attendedFor;
}

let caller: string | undefined;

/** Who this tab works as and for which company; undefined while nobody is signed in. */
export function currentCaller(): string | undefined {
  return caller;
}

export function setCaller(whose: string | undefined): void {
  caller = whose;
  if (whose) keep(callerPlace, whose);
}

/** Calls `listener` when another tab works as somebody else or for another company: the session of this one is the same. */
export function onCallerElsewhere(listener: () => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) =>
    void (key === callerPlace && newValue && caller && newValue !== caller && listener());
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** Milliseconds since anything was asked for, in whichever tab. */
export function idleFor(): number {
  const kept = Number(read(activePlace));
  return Math.max(0, now() - (kept > 0 ? kept : own));
}

/** Whether the lock screen stands before the logged-in area, in every tab. */
export function isLocked(): boolean {
  return read(lockPlace) !== null;
}

export function setLocked(locked: boolean): void {
  if (locked === isLocked()) return;
  if (locked) keep(lockPlace, '1');
  else forget(lockPlace);
}

/** Calls `listener` when another tab locks or unlocks; answers how to stop. */
export function onLockElsewhere(listener: (locked: boolean) => void): () => void {
  const hear = ({ key }: StorageEvent) => void (key === lockPlace && listener(isLocked()));
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

function read(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

function keep(place: string, value: string): void {
  try {
    localStorage.setItem(place, value);
  } catch {
    // Full, or forbidden: each tab then reckons for itself.
  }
}

function forget(place: string): void {
  try {
    localStorage.removeItem(place);
  } catch {
    // Then nothing was kept either.
  }
}
