// Short messages that disappear by themselves. Call `toast('…')` anywhere; the shell's toast list renders them.

export type ToastKind = 'success' | 'info' | 'warning' | 'danger';

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** An action offered on the toast; pressing it closes the toast. */
  action?: { label: string; run: () => void };
  /** Milliseconds. */
  duration: number;
}

/** Milliseconds (specification, "Toast duration"). */
const toastDuration = 5_000;

/**
 * How long the undo of a change stands (ms) of which a customer hears by mail: as long as the mail waits. The questions
 * promise half a minute.
 */
const undoDuration = 30_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Shows a message for 5 seconds, newest on top. Repeating a message restarts its timer. */
export function toast(kind: ToastKind, message: string, action?: Toast['action']): void {
  show({ kind, message, action, duration: toastDuration });
}

/** Shows what has changed with the offer to undo it, for 30 seconds. */
export function toastWithUndo(message: string, undo: NonNullable<Toast['action']>): void {
  show({ kind: 'success', message, action: undo, duration: undoDuration });
}

function show(content: Omit<Toast, 'id'>): void {
  const { kind, message } = content;
  const duplicate = toasts.find((shown) => shown.kind === kind && shown.message === message);
  if (duplicate) dismiss(duplicate.id);
  lastId += 1;
  setToasts([{ id: lastId, ...content }, ...toasts]);
  resume(lastId);
}

export function dismiss(id: number): void {
  pause(id);
  setToasts(toasts.filter((shown) => shown.id !== id));
}

/** Stops the timer of a toast; `resume` starts it again from its beginning. */
export function pause(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function resume(id: number): void {
  const duration = toasts.find((shown) => shown.id === id)?.duration ?? toastDuration;
  pause(id);
  timers.set(
    id,
    setTimeout(() => dismiss(id), duration),
  );
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => toasts,
};

function setToasts(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
