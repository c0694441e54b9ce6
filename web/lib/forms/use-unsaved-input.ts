// Tells that a form holds input, so that a session that ends or locks meanwhile does not lose it.
import { useEffect, useRef } from 'react';
import { registerUnsaved } from '#web/lib/client/sign-in-again.ts';

/** While `isUnsaved` returns true, the person signs in again or unlocks over the page. */
export function useUnsavedInput(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  latest.current = isUnsaved;
  useEffect(() => registerUnsaved(() => latest.current()), []);
}
