// A condition that is in effect, with a button that removes it.
import { Pill } from '@mantine/core';
import classes from './removable-pill.module.css';

interface Props {
  text: string;
  /** The name of the button. */
  removeLabel: string;
  onRemove(): void;
}

export function RemovablePill({ text, removeLabel, onRemove }: Props) {
  return (
    <Pill
      size="md"
      className={classes.pill}
      withRemoveButton
      // Without a size, the icon grows with the touch target.
      removeButtonProps={{ 'aria-label': removeLabel, 'aria-hidden': false, tabIndex: 0, iconSize: 14 }}
      onRemove={onRemove}
    >
      {text}
    </Pill>
  );
}
