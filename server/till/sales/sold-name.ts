// The name of a service that is sold without an appointment.

import { bookedName } from '#contract/booking/options.ts';
import type { ServiceOption } from '#contract/booking/services.ts';

export interface SoldOption {
  id: string;
  kind: ServiceOption['kind'];
  name: string;
  price: number;
  vatRate: number | null;
}

/** With a variant, as it would be booked; extras without the service have their own names. */
export function soldName(name: string, options: readonly Pick<SoldOption, 'kind' | 'name'>[]): string {
  const named = options.map((option) => ({ name: option.name, count: 1 }));
  const isWhole = options.length === 0 || options.some(({ kind }) => kind === 'variant');
  return isWhole ? bookedName(name, named) : named.map((option) => option.name).join(', ');
}
