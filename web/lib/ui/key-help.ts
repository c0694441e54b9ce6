// The keyboard shortcuts of the page on screen: each part of a page adds its own, and `?` lists them.
import { useLayoutEffect, useSyncExternalStore } from 'react';
import type { MessageKey } from '#i18n/keys.ts';

export interface KeySection {
  title: MessageKey;
  lines: readonly { keys: readonly string[]; what: MessageKey }[];
}

let sections: readonly KeySection[] = [];
const listeners = new Set<() => void>();

/** Lists the keys while the component is on screen. */
export function useKeyHelp(section: KeySection | undefined): void {
  useLayoutEffect(() => {
    if (!section) return;
    update([...sections, section]);
    return () => update(sections.filter((one) => one !== section));
  }, [section]);
}

function update(next: readonly KeySection[]): void {
  sections = next;
  for (const listener of listeners) listener();
}

/** The sections of the page, for the dialog. */
export function useKeySections(): readonly KeySection[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => sections,
  );
}

/** True while a dialog, a menu or a list of choices is open. Closed ones stay in the document but are invisible. */
export function isDialogOpen(): boolean {
  const open = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
  return [...open].some((element) => element.checkVisibility());
}
