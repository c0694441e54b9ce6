// What forms do at the keyboard beyond what browsers do.
import type { KeyboardEvent } from 'react';

/** For `onKeyDown` of a form: Ctrl-Enter sends it from wherever one types. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}
