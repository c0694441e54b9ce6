// Notices above a list, in line with it: no space without any.
import type { ReactNode } from 'react';
import classes from './notices.module.css';

export function Notices({ children }: { children: ReactNode }) {
  return <div className={classes.notices}>{children}</div>;
}
