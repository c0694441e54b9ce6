// A part of a page, on a sheet with an anchor of its own.
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface Props {
  id: string;
  title: string;
  /** Stands beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, action, children }: Props) {
  return (
    <section id={id} className={classes.card} aria-labelledby={`${id}-title`}>
      <div className={classes.head}>
        <h2 id={`${id}-title`} className={classes.heading}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
