// State shared by all tabs of this browser: the time of the last request, the lock screen and the current caller.

const activeKey = 'daybook-active';
const lockKey = 'daybook-locked';
const callerKey = 'daybook-caller';

const now = () => Temporal.Now.instant().epochMilliseconds;
/** Fallback for browsers that block storage. */
let lastActivity = now();

/** Records a request that counts as user activity. */
export function recordActivity(): void {
  lastActivity = now();
  storeItem(activeKey, String(lastActivity));
}

/** Without input for this long, a tab's requests count as automatic, such as reloads after others' changes (ms). */
const attendedTimeout = 60_000;
let lastInput = now();
const onInput = () => {
  lastInput = now();
};
for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus']) {
  globalThis.addEventListener?.(kind, onInput, { capture: true, passive: true });
}

/** True when this tab has had no input for a while. */
export function isUnattended(): boolean {
  return now() - lastInput > attendedTimeout;
}

let caller: string | undefined;

/** The person and company this tab acts for. Undefined while signed out. */
export function currentCaller(): string | undefined {
  return caller;
}

export function setCaller(newCaller: string | undefined): void {
  caller = newCaller;
  if (newCaller) storeItem(callerKey, newCaller);
}

/** Calls `listener` when another tab switches to another person or company, since all tabs share one session. */
export function onCallerElsewhere(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) =>
    void (key === callerKey && newValue && caller && newValue !== caller && listener());
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

/** Milliseconds since the last request that counts as activity, in any tab. */
export function idleTime(): number {
  const stored = Number(readItem(activeKey));
  return Math.max(0, now() - (stored > 0 ? stored : lastActivity));
}

/** True while the lock screen covers the signed-in area, in every tab. */
export function isLocked(): boolean {
  return readItem(lockKey) !== null;
}

export function setLocked(locked: boolean): void {
  if (locked === isLocked()) return;
  if (locked) storeItem(lockKey, '1');
  else removeItem(lockKey);
}

/** Calls `listener` when another tab locks or unlocks. Returns a function that unsubscribes. */
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
    // Storage is full or blocked. Each tab then tracks its own state.
  }
}

function removeItem(itemKey: string): void {
  try {
    localStorage.removeItem(itemKey);
  } catch {
    // Storage is blocked and therefore empty.
  }
}
