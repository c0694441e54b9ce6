// Keyboard behaviour of forms beyond the browser's own.
import type { KeyboardEvent } from 'react';

/**
 * For a form's `onKeyDown`: Ctrl-Enter (or Cmd-Enter) in any field submits it, where its button would: not while it is
 * being saved.
 */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  const form = event.currentTarget;
  if (!form.querySelector('button[type=submit]:disabled, button[type=submit][data-loading]')) form.requestSubmit();
}
