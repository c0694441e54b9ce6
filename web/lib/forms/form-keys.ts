// What forms do at the keyboard beyond what browsers do.
import type { KeyboardEvent } from 'react';

/** For `onKeyDown` of a form: Ctrl-Enter sends it from wherever one types. */
export function sendOnCtrlEnter(pressed: KeyboardEvent<HTMLFormElement>): void {
  if (pressed.key === 'Enter' && (pressed.ctrlKey || pressed.metaKey)) pressed.currentTarget.requestSubmit();
}

/** An invalid form is not sent; its first field to mend gets the focus. `where`: a selector, of the form or around it. */
export function focusFirstWrong(where = 'form'): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`${where} [aria-invalid="true"]`)?.focus());
}
