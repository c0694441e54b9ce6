// A reminder in a list; a click marks it visited and leads to what it is about.
import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { ReminderLine } from './reminder-line.tsx';
import classes from './reminders.module.css';
import { useVisit } from './use-reminders.ts';

interface Props {
  reminder: ComponentProps<typeof ReminderLine>['reminder'];
  /** Called when the click leads elsewhere. */
  onNavigate(): void;
}

export function ReminderEntry({ reminder, onNavigate }: Props) {
  const visit = useVisit();
  return (
    <li>
      <UnstyledButton
        className={classes.entry}
        onClick={() => {
          visit(reminder);
          if (reminder.link) onNavigate();
        }}
      >
        <ReminderLine reminder={reminder} />
      </UnstyledButton>
    </li>
  );
}
