// Keyboard behaviour of forms beyond the browser's own.
import type { KeyboardEvent } from 'react';

/** For a form's `onKeyDown`: Ctrl-Enter (or Cmd-Enter) in any field submits it. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}
