// A form that is not sent shows where to begin: the first field to correct gets the focus.
import type { SyntheticEvent } from 'react';

/** Inputs that are wrong; a password's own input does not say so, its frame does. */
const wrong = ['[aria-invalid="true"]', '[data-error] input'];

/** `ids`: of further wrong fields, such as buttons, that say so in no other way. */
export function focusFirstWrong(form: ParentNode | null | undefined, ids: readonly string[] = []): void {
  const selector = [...wrong, ...ids.map((id) => `[id="${CSS.escape(id)}"]`)].join();
  const focusFirst = () =>
    [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])].some((field) => {
      field.focus();
      return document.activeElement === field;
    });
  // React draws first: at once after a key or a click, else a moment later. Until then no field is wrong, or it is disabled.
  queueMicrotask(() => focusFirst() || requestAnimationFrame(focusFirst));
}

/** For `onSubmit` of `useForm`: what happens instead of sending while a field is wrong. */
export function onWrong(_errors: unknown, _values: unknown, event: SyntheticEvent<HTMLFormElement> | undefined): void {
  focusFirstWrong(event?.currentTarget);
}
