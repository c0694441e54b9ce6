// Tabs between related lists. Each list has its own address.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './list-tabs.module.css';

interface Tab {
  to: string;
  label: string;
  /** Marks the tab as current although the address is another. */
  isOpen?: boolean;
}

export function ListTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // Scroll the current tab into view: a phone does not fit all tabs.
  useEffect(() => {
    const current = pathname && nav.current?.querySelector('[aria-current="page"]');
    if (current) current.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={classes.tab}
          aria-current={tab.isOpen ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
