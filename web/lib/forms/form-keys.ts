// What forms do at the keyboard beyond what browsers do.
import type { KeyboardEvent } from 'react';

/** For `onKeyDown` of a form: Ctrl-Enter sends it from wherever one types. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
}

/** An invalid form is not sent; its first field to mend gets the focus. `where`: a selector, of the form or around it. */
export function focusFirstInvalid(selector = 'form'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`${selector} [aria-invalid="true"]`)?.focus());
}
