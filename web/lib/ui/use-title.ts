// The title of the browser's tab.
import { useEffect } from 'react';

/** Titles the page while it is shown; undefined while its name is not known yet. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} · Daybook` : 'Daybook';
  }, [title]);
}
