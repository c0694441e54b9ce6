// Stores which headings of the side menu are open: that of the current page, and those that the person left open.
import { useLocalStorage } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOfPage } from '#contract/operations/app-pages.ts';
import type { MenuItem } from '#contract/site/application.ts';

/** A menu with more items opens with its headings folded, but for the first. */
const maxOpenItems = 26;

export interface Headings {
  isOpen(heading: MenuItem): boolean;
  toggle(heading: MenuItem): void;
}

export function useHeadings(menu: readonly MenuItem[]): Headings {
  const { pathname } = useLocation();
  const [choices, setChoices] = useLocalStorage<Record<string, boolean>>({
    key: 'daybook-menu-headings',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  // The heading of the current page is open on arrival, and can be folded until the next page.
  const [foldedHere, setFoldedHere] = useState<{ pathname: string; ids: readonly string[] }>({ pathname, ids: [] });
  const folded = foldedHere.pathname === pathname ? foldedHere.ids : [];
  const isShort = countItems(menu) <= maxOpenItems;
  const first = menu.find(({ sRef }) => !addressOfPage(sRef));
  const isOpen = (heading: MenuItem) =>
    leadsTo(heading, pathname)
      ? !folded.includes(heading.id)
      : (choices[heading.id] ?? (isShort || heading.id === first?.id));
  return {
    isOpen,
    toggle(heading) {
      const opens = !isOpen(heading);
      setChoices({ ...choices, [heading.id]: opens });
      const others = folded.filter((id) => id !== heading.id);
      setFoldedHere({ pathname, ids: opens ? others : [...others, heading.id] });
    },
  };
}

/** Puts the items that follow a heading below it, up to the next heading. */
export function groupItems(items: readonly MenuItem[]): MenuItem[] {
  const groups: MenuItem[] = [];
  let heading: MenuItem | undefined;
  for (const item of items) {
    if (!addressOfPage(item.sRef)) {
      heading = { ...item, childrens: groupItems(item.childrens) };
      groups.push(heading);
    } else if (heading) heading.childrens.push(item);
    else groups.push(item);
  }
  return groups;
}

function countItems(items: readonly MenuItem[]): number {
  return items.reduce((sum, { childrens }) => sum + 1 + countItems(childrens), 0);
}

/** Whether the page, or one below it, is an item below the heading. */
function leadsTo({ childrens }: MenuItem, pathname: string): boolean {
  return childrens.some((item) => {
    const to = addressOfPage(item.sRef);
    return (to && (pathname === to || pathname.startsWith(`${to}/`))) || leadsTo(item, pathname);
  });
}
