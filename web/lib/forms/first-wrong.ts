// Focuses the first invalid field of a form that could not be sent.
import type { SyntheticEvent } from 'react';

/** Invalid inputs. A password input is not marked itself; its frame is. */
const wrong = ['[aria-invalid="true"]', '[data-error] input'];

/** Focuses the first invalid field. `ids`: further invalid fields without a mark, such as buttons. */
export function focusFirstWrong(form: ParentNode | null | undefined, ids: readonly string[] = []): void {
  const selector = [...wrong, ...ids.map((id) => `[id="${CSS.escape(id)}"]`)].join();
  const focusFirst = () =>
    [...(form?.querySelectorAll<HTMLElement>(selector) ?? [])].some((field) => {
      field.focus();
      return document.activeElement === field;
    });
  // React must render first, at once after a key or a click, else in a moment. Until then no field is marked, or it is
  // disabled.
  queueMicrotask(() => focusFirst() || requestAnimationFrame(focusFirst));
}

/** For `onSubmit` of `useForm`: handles a form with invalid fields. */
export function onWrong(_errors: unknown, _values: unknown, event: SyntheticEvent<HTMLFormElement> | undefined): void {
  focusFirstWrong(event?.currentTarget);
}
