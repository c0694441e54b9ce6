// A coloured label, such as a severity or an action. The text carries the meaning, not the colour alone.
import classes from './mark.module.css';

export type MarkColour = 'red' | 'pink' | 'orange' | 'blue' | 'green' | 'inverse';

export function Mark({ colour, children }: { colour: MarkColour; children: string }) {
  return (
    <span className={classes.mark} data-colour={colour}>
      {children}
    </span>
  );
}
