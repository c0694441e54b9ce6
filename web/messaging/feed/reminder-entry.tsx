// A reminder in a list. A click marks it as visited and opens its target.
import { UnstyledButton } from '@mantine/core';
import type { ComponentProps } from 'react';
import { ReminderLine } from './reminder-line.tsx';
import classes from './reminders.module.css';
import { useVisit } from './use-reminders.ts';

interface Props {
  reminder: ComponentProps<typeof ReminderLine>['reminder'];
  /** Called when the click leaves the page. */
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
