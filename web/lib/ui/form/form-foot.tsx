// The buttons at the end of a form or dialog, with its main action last.
import type { ReactNode } from 'react';
import classes from './form-foot.module.css';

interface Props {
  /** Stays visible at the lower edge of a large dialog. */
  isSticky?: boolean | undefined;
  /** Buttons on the other side, such as deleting. */
  start?: ReactNode;
  children: ReactNode;
}

export function FormFoot({ isSticky = false, start, children }: Props) {
  return (
    <div className={classes.foot} data-sticky={isSticky || undefined} data-bottom-bar={isSticky || undefined}>
      {start && <div className={classes.start}>{start}</div>}
      {children}
    </div>
  );
}
