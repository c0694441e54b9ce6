// What all tabs of this browser know together: when the server was last asked for something, and whether the lock screen is up.

const activeKey = 'daybook-active';
const lockKey = 'daybook-locked';
const callerKey = 'daybook-caller';

const now = () => Temporal.Now.instant().epochMilliseconds;
/** For browsers that keep nothing. */
let lastActivity = now();

/** Says that the server was asked for something that counts as being there. */
export function recordActivity(): void {
  lastActivity = now();
  storeItem(activeKey, String(lastActivity));
}

/** After how long without a hand on this tab what it asks for is its own doing, such as following what others change (ms). */
const attendedTimeout = 60_000;
let lastInput = now();
const onInput = () => {
  lastInput = now();
};
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus']) {
  globalThis.addEventListener?.(kind, onInput, { capture: true, passive: true });
}

/** Whether nobody has touched this tab for a while. */
export function isUnattended(): boolean {
  return now() - lastInput > attendedTimeout;
}

let caller: string | undefined;

/** Who this tab works as and for which company; undefined while nobody is signed in. */
export function currentCaller(): string | undefined {
  return caller;
}

export function setCaller(newCaller: string | undefined): void {
  caller = newCaller;
  if (newCaller) storeItem(callerKey, newCaller);
}

/** Calls `listener` when another tab works as somebody else or for another company: the session of this one is the same. */
export function onCallerElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) =>
    void (key === callerKey && newValue && caller && newValue !== caller && listener());
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Milliseconds since anything was asked for, in whichever tab. */
export function idleTime(): number {
  const stored = Number(readItem(activeKey));
  return Math.max(0, now() - (stored > 0 ? stored : lastActivity));
}

/** Whether the lock screen stands before the logged-in area, in every tab. */
export function isLocked(): boolean {
  return readItem(lockKey) !== null;
}

export function setLocked(locked: boolean): void {
  if (locked === isLocked()) return;
  if (locked) storeItem(lockKey, '1');
  else removeItem(lockKey);
}

/** Calls `listener` when another tab locks or unlocks; answers how to stop. */
export function onLockElsewhere(listener: (locked: boolean) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => void (key === lockKey && listener(isLocked()));
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function readItem(itemKey: string): string | null {
  try {
    return localStorage.getItem(itemKey);
  } catch {
    return null;
  }
}

function storeItem(itemKey: string, value: string): void {
  try {
    localStorage.setItem(itemKey, value);
  } catch {
    // Full, or forbidden: each tab then reckons for itself.
  }
}

function removeItem(itemKey: string): void {
  try {
    localStorage.removeItem(itemKey);
  } catch {
    // Then nothing was kept either.
  }
}
