// The page of a list: its title with how many there are, and what can be done with all of them.
import type { ReactNode } from 'react';
import classes from './grid.module.css';

interface Props {
  title: string;
  /** How many there are, once it is known. */
  count?: string | undefined;
  actions: ReactNode;
  children: ReactNode;
}

export function ListPage({ title, count, actions, children }: Props) {
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>
          {title}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
