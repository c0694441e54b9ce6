// Loads free times from the server.
import { useQuery } from '@tanstack/react-query';
import { type OpenAddress, publicCalendars } from '#contract/booking/public.ts';
import { type ChosenService, servicesInput } from '#web/booking/public/services/chosen-options.ts';
import { monthRange } from '#web/booking/public/times/free-days.ts';
import { call, query } from '#web/lib/client/client.ts';

/** Short, because free times change while the visitor looks at them (ms). */
const staleMs = 20_000;

/** Loads the free slots of a month in the location's zone. */
export function useMonthSlots(
  openAddress: OpenAddress,
  services: readonly ChosenService[],
  month: string,
  zone: string,
) {
  const range = monthRange(Temporal.PlainYearMonth.from(month), zone);
  return useQuery({
    ...query(publicCalendars.getSlots, { ...openAddress, ...range, ...servicesInput(services) }),
    staleTime: staleMs,
  });
}

/** Loads the next free slot, or null if there is none within the booking horizon. */
export function useFirstFree(openAddress: OpenAddress, services: readonly ChosenService[]) {
  const input = { ...openAddress, ...servicesInput(services) };
  return useQuery({
    queryKey: [publicCalendars.getFirstFree.path, input],
    queryFn: async ({ signal }) => (await call(publicCalendars.getFirstFree, input, { signal })) ?? null,
    staleTime: staleMs,
  });
}
