// Loads the page of the business at an address.
import { useQuery } from '@tanstack/react-query';
import { publicLocations } from '#contract/booking/business-page.ts';
import { CallError, call, query } from '#web/lib/client/client.ts';

/** Statuses of addresses at which there is no page. */
const missing = [404, 417];

export function useBusiness(locationUrlName: string) {
  const input = { locationUrlName };
  const read = useQuery({
    ...query(publicLocations.getPage, input),
    queryFn: ({ signal }) => call(publicLocations.getPage, input, { signal, handlesErrors: missing }),
    staleTime: 300_000,
  });
  return { ...read, isMissing: read.error instanceof CallError && missing.includes(read.error.status) };
}
