// A number that asks for attention, beside a menu item or a symbol.
import classes from './count-badge.module.css';

/** Above this the exact number says no more. */
const maxCount = 99;

export const countText = (count: number) => (count > maxCount ? `${maxCount}+` : String(count));

interface Props {
  count: number;
  /** The words for screen readers in place of the number; empty if the element around it says so. */
  words?: string;
  className?: string | undefined;
}

export function CountBadge({ count, words, className = '' }: Props) {
  return (
    <span data-count className={`${classes.badge} ${className}`}>
      <span aria-hidden="true">{countText(count)}</span>
      {words && <span className="unseen">{words}</span>}
    </span>
  );
}
