// The frame of a page: its title, in the browser's tab and above the content, and its actions.
import type { AriaRole, ReactNode } from 'react';
import { headingFace } from '#web/lib/heading-face.ts';
import classes from './page.module.css';
import { useTitle } from './use-title.ts';

interface Props {
  title: string;
  /** The title of the browser's tab, if it differs. */
  tabTitle?: string;
  /** Text above the title. */
  kicker?: ReactNode;
  /** The purpose of the page, below the title. */
  lead?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** A page of the application, a public sheet, or a centred note. */
  layout?: 'page' | 'sheet' | 'note';
  /** The maximum width. */
  width?: '52rem' | '60rem' | '66rem' | '84rem';
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
          <h1 className={classes.title} {...headingFace(title)}>
            {title}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
}
