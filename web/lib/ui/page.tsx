// A page with its title: in the browser's tab, and at the head of what is read, beside what can be done.
import type { AriaRole, ReactNode } from 'react';
import classes from './page.module.css';
import { useTitle } from './use-title.ts';

interface Props {
  title: string;
  /** In the browser's tab, where it is not the same. */
  tabTitle?: string;
  /** Above the title. */
  kicker?: ReactNode;
  /** Below the title: what the page is for. */
  lead?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** A page of the application, a sheet among the public pages, or a note in the middle. */
  layout?: 'page' | 'sheet' | 'note';
  /** How wide a page may be. */
  width?: '52rem' | '60rem' | '66rem';
  role?: AriaRole;
  children: ReactNode;
}

export function Page({
  title,
  tabTitle = title,
  kicker,
  lead,
  actions,
  layout = 'page',
  width = '66rem',
  role,
  children,
}: Props) {
  useTitle(tabTitle);
  return (
    <div className={classes[layout]} style={layout === 'page' ? { maxInlineSize: width } : undefined} role={role}>
      <header className={classes.head}>
        <div>
          {kicker && <p className={classes.kicker}>{kicker}</p>}
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
