// Where a form or a dialog ends: its buttons, the one it is for last.
import type { ReactNode } from 'react';
import classes from './form-foot.module.css';

interface Props {
  /** Stays visible at the lower edge of a large dialog. */
  isSticky?: boolean;
  /** On the other side, such as deleting. */
  start?: ReactNode;
  children: ReactNode;
}

export function FormFoot({ isSticky = false, start, children }: Props) {
  return (
    <div className={classes.foot} data-sticky={isSticky || undefined}>
      {start && <div className={classes.start}>{start}</div>}
      {children}
    </div>
  );
}
