// The number of requests that need an answer, beside the menu item that leads to them.
import classes from './request-count.module.css';
import { useRequestCount, useRequestWords } from './requests.ts';

/** Above this the exact number says no more. */
const maxCount = 99;

export function RequestCount() {
  const count = useRequestCount();
  const words = useRequestWords();
  if (!words) return null;
  return (
    <span data-count className={classes.count}>
      <span aria-hidden="true">{count > maxCount ? `${maxCount}+` : count}</span>
      <span className="unseen">{words}</span>
    </span>
  );
}
