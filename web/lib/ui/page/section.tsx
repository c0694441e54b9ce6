// A part of a page on a card with its own anchor.
import type { ReactNode } from 'react';
import classes from './section.module.css';

interface Props {
  id: string;
  title: string;
  /** Placed beside the heading. */
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
