// Short notes that go away by themselves; `toast('…')` from anywhere, drawn by the shell's toast list.

export type ToastKind = 'success' | 'info' | 'warning' | 'danger';

export interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** Something to do about it; the toast goes when it is pressed. */
  action?: { label: string; run: () => void };
}

/** How long a toast stays (specification, "Toast duration"). */
const toastDuration = 5_000;

let toasts: readonly Toast[] = [];
let lastId = 0;
const timers = new Map<number, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

/** Shows a note for 5 seconds, newest on top. The same note shown again stays once and longer. */
export function toast(kind: ToastKind, message: string, action?: Toast['action']): void {
  const duplicate = toasts.find((shown) => shown.kind === kind && shown.message === message);
  if (duplicate) dismiss(duplicate.id);
  lastId += 1;
  setToasts([{ id: lastId, kind, message, action }, ...toasts]);
  resume(lastId);
}

export function dismiss(id: number): void {
  pause(id);
  setToasts(toasts.filter((shown) => shown.id !== id));
}

/** Keeps a toast while someone reads it; `resume` starts its 5 seconds again. */
export function pause(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

export function resume(id: number): void {
  pause(id);
  timers.set(
    id,
    setTimeout(() => dismiss(id), toastDuration),
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
