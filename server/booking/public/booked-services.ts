// The services of a booking with their options.
import type { OptionChoice } from '#server/booking/services/choose-options.ts';
import { servicesOf } from '#server/booking/times/slots-for-visitors.ts';
import { invalid } from '#server/lib/refusal.ts';
import type { BookingRequest } from './idempotency-key.ts';

/** Throws 417 for options of a service that is not booked. */
export function bookedServices(request: Pick<BookingRequest, 'serviceId' | 'serviceIds' | 'options'>): {
  serviceIds: string[];
  choice: OptionChoice;
} {
  const serviceIds = servicesOf(request);
  // As the database writes ids.
  const options = (request.options ?? []).map(({ serviceId, optionIds }) => ({
    serviceId: serviceId.toLowerCase(),
    optionIds: optionIds.map((id) => id.toLowerCase()),
  }));
  const other = options.findIndex(({ serviceId }) => !serviceIds.includes(serviceId));
  if (other >= 0) throw invalid(`Options[${other}].ServiceId`, 'booking.optionUnknown');
  const chosen = options.flatMap(({ serviceId, optionIds }) => optionIds.map((optionId) => ({ serviceId, optionId })));
  return { serviceIds, choice: { chosen, key: 'Options' } };
}
