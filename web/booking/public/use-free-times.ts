// Asks the server what is free.
import { useQuery } from '@tanstack/react-query';
import { publicCalendars } from '#contract/booking/public.ts';
import { call, query } from '#web/lib/client/client.ts';
import { monthRange } from './free-days.ts';
import type { ProfileAddress } from './use-booking.ts';

/** Free times change while one looks at them; coming back to the tab asks again. */
const staleMs = 20_000;

/** The free times of a month in the location's zone. */
export function useMonthSlots(
  profileAddress: ProfileAddress,
  serviceId: string | undefined,
  month: string,
  zone: string,
) {
  const range = monthRange(Temporal.PlainYearMonth.from(month), zone);
  return useQuery({
    ...query(publicCalendars.getSlots, { ...profileAddress, ...range, serviceId }),
    staleTime: staleMs,
  });
}

/** The next free time, or null when there is none within the booking horizon. */
export function useFirstFree(profileAddress: ProfileAddress, serviceId: string | undefined) {
  const input = { ...profileAddress, serviceId };
  return useQuery({
    queryKey: [publicCalendars.getFirstFree.path, input],
    queryFn: async ({ signal }) => (await call(publicCalendars.getFirstFree, input, { signal })) ?? null,
    staleTime: staleMs,
  });
}
