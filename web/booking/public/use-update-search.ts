// Changes the address of a page at which visitors book.
import { useNavigate } from '@tanstack/react-router';
import type { BusinessSearch } from './business-search.ts';
import type { ProfileSearch } from './profile-search.ts';

/** Changes these parts of the address. `replace` is false for a step to which Back returns. */
export type UpdateSearch = (change: ProfileSearch & BusinessSearch, replace?: boolean) => Promise<void>;

export function useUpdateSearch(): UpdateSearch {
  const navigate = useNavigate();
  return (change, replace = true) =>
    navigate({
      // The page of a person, of a business, or its form in a frame.
      to: '.',
      search: (now: ProfileSearch & BusinessSearch) => ({ ...now, ...change }),
      ...(replace && { state: true }),
      replace,
      resetScroll: false,
    });
}
