// The tags of a customer.
import classes from './contacts.module.css';

export function TagList({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return <span className={classes.quiet}>–</span>;
  return (
    <span className={classes.tags}>
      {tags.map((tag) => (
        <span key={tag} className={classes.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}
