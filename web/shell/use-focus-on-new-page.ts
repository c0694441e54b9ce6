// After moving to another page, the keyboard and the screen reader start at its top, as they would after a full load.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses `#content` when the path changed; a change of the search alone leaves the focus where it is. */
export function useFocusOnNewPage(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (pathChanged && fromLocation) document.getElementById('content')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
