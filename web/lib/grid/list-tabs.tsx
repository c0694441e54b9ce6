// Lists that belong together, each with an address of its own.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './list-tabs.module.css';

interface Tab {
  to: string;
  label: string;
  /** Shown now, by an address other than its own. */
  isOpen?: boolean;
}

export function ListTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone not all of them fit.
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
