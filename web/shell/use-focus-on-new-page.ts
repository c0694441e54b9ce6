// After navigation, moves keyboard and screen reader focus to the top of the page, as a full load would.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses `#content` when the path changes. A change of the search alone does not move the focus. */
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
