// Finds which of several open dialogs is on top: Escape closes only that one.
import { useEffectEvent, useId, useLayoutEffect, useSyncExternalStore } from 'react';

interface Layer {
  id: string;
  close: () => void;
}

/** In the order of opening. */
const open: Layer[] = [];
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}

// The layer is chosen when the key is pressed: a dialog below may not have rendered again since the one on top closed.
window.addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || event.repeat || event.isComposing || isInPopover(event.target)) return;
    open.at(-1)?.close();
  },
  { capture: true },
);

/**
 * Elements that Escape closes before the dialog around them: open popovers, and fields of open lists, which Mantine
 * marks.
 */
const closesFirst = '[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown';

function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(closesFirst) !== null;
}

/**
 * For a dialog, or a popover that takes the focus, while it is open. Calls `onEscape` for Escape if it is on top.
 * Returns true if it is on top. Replaces Mantine's `closeOnEscape`, which closes all open dialogs.
 */
export function useDialogLayer(onEscape: () => void, isOpen = true): boolean {
  const id = useId();
  const close = useEffectEvent(onEscape);
  // In the commit that shows the dialog: a key may follow at once.
  useLayoutEffect(() => {
    if (!isOpen) return;
    open.push({ id, close: () => close() });
    notify();
    return () => {
      open.splice(
        open.findIndex((layer) => layer.id === id),
        1,
      );
      // The click that closes a dialog must not reach the one below.
      setTimeout(notify);
    };
  }, [id, isOpen]);
  return useSyncExternalStore(subscribe, () => open.at(-1)?.id === id || !open.some((layer) => layer.id === id));
}
