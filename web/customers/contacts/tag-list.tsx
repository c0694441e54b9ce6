// The tags of a customer.
import { VisuallyHidden } from '@mantine/core';
import classes from './contacts.module.css';

/** The letters of tags that a column of a list has room for. */
const lettersOfLine = 15;

interface Props {
  tags: readonly string[];
  /** Shows the tags that have room, and how many others there are. */
  isOneLine?: boolean;
}

export function TagList({ tags, isOneLine = false }: Props) {
  if (tags.length === 0) return <span className={classes.quiet}>–</span>;
  const shown = isOneLine ? fitting(tags) : tags;
  const rest = tags.slice(shown.length);
  return (
    <span
      className={classes.tags}
      data-line={isOneLine || undefined}
      title={rest.length > 0 ? tags.join(', ') : undefined}
    >
      {shown.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
      {rest.length > 0 && (
        <span className={classes.quiet}>
          <span aria-hidden="true">+{rest.length}</span>
          <VisuallyHidden>{rest.join(', ')}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** At least the first. */
function fitting(tags: readonly string[]): readonly string[] {
  let letters = 0;
  const end = tags.findIndex((tag, index) => {
    letters += tag.length;
    return index > 0 && letters > lettersOfLine;
  });
  return end === -1 ? tags : tags.slice(0, end);
}
