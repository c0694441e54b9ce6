// The product's logo: a bound book with its ribbon, and the name.
import { Link } from '@tanstack/react-router';
import classes from './wordmark.module.css';

export function Wordmark() {
  return (
    <Link to="/" className={classes.wordmark}>
      <svg viewBox="0 0 20 24" width="20" height="24" aria-hidden="true">
        <rect x="0.75" y="0.75" width="18.5" height="22.5" rx="3" className={classes.cover} />
        <path d="M4.5 1v22" className={classes.binding} />
        <path d="M11 0.75h4.5v11l-2.25-2-2.25 2z" className={classes.ribbon} />
      </svg>
      <span className={classes.name}>Daybook</span>
    </Link>
  );
}
