// Links between the parts of a page, shown one at a time. The address names the part after `#`.
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import classes from './part-links.module.css';

interface Props<Id extends string> {
  label: string;
  parts: readonly { id: Id; name: string }[];
  current: Id;
}

export function PartLinks<Id extends string>({ label, parts, current }: Props<Id>) {
  const bar = useRef<HTMLElement>(null);
  const index = parts.findIndex(({ id }) => id === current);
  // Scroll the bar to the current part on a phone, after the router has restored its scroll position.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const link = bar.current?.children[index];
      if (bar.current && link instanceof HTMLElement) bar.current.scrollLeft = link.offsetLeft - 48;
    });
    return () => cancelAnimationFrame(frame);
  }, [index]);
  return (
    <nav ref={bar} className={classes.parts} aria-label={label}>
      {parts.map(({ id, name }) => (
        <Link
          key={id}
          to="."
          hash={id}
          activeOptions={{ includeHash: true }}
          aria-current={id === current ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
