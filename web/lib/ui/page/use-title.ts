// The title of the browser tab.
import { useEffect } from 'react';

/** Sets the title while the page is shown; pass undefined until its name is known. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = title ? `${title} · Daybook` : 'Daybook';
  }, [title]);
}
