// Adds the chosen variants and extras to services: to their minutes, their prices and their names.
import { type RawBuilder, sql } from 'kysely';
import { addedBy, bookedName, withAdded } from '#contract/booking/options.ts';
import type { OptionKind } from '#contract/booking/services.ts';
import { invalid } from '#server/lib/refusal.ts';

/** Maximum length of services in a row (minutes): the longest day has 25 hours. */
export const maxBookedMinutes = 1500;

/** The choice of a customer or an employee. */
export interface OptionChoice {
  /** Without `serviceId` and `place`, which counts the services from 0, the option says of which service it is. */
  chosen: readonly { serviceId?: string; place?: number; optionId: string }[];
  /** The field of the input, which refusals name. */
  key: string;
}

/** An option of a service as it can be booked now. */
export interface OfferedOption {
  id: string;
  kind: OptionKind;
  name: string;
  minutes: number;
  price: number;
  vatRate: number | null;
  maxCount: number;
  isActive: boolean;
}

/** An option of a part as it is booked. */
export interface BookedOption {
  optionId: string | null;
  kind: OptionKind;
  name: string;
  count: number;
  /** Of one of them. */
  minutes: number;
  price: number;
  vatRate: number | null;
}

interface PersonsService {
  id: string;
  name: string;
  minutes: number;
  price: number;
}

export type WithOptions<Service> = Service & { options: BookedOption[] };

/** A subquery for the options of a service `s` that decide about a booking: the chosen ones, and active variants. */
export function optionsToChoose(optionIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select json_agg(json_build_object('id', o.id, 'kind', o.kind, 'name', o.name, 'minutes', o.minutes, 'price', o.price,
      'vatRate', o.vat_rate, 'maxCount', o.max_count, 'isActive', o.is_active) order by o.position)
    from service_options o
    where o.company_id = s.company_id and o.service_id = s.id
      and (o.kind = 'variant' and o.is_active or o.id = any(${optionIds}::uuid[])))`;
}

/**
 * Adds the options to the services that have them; minutes and prices become sums. Without a choice, the first variant
 * of each service counts, as on cards with free times. Throws 417 for an option that is of none of the services, or
 * switched off, or chosen too often, for a service with variants without exactly one, and for more than 25 hours.
 */
export function withOptions<Service extends PersonsService & { offered: OfferedOption[] | null }>(
  services: readonly Service[],
  choice: OptionChoice | undefined,
): WithOptions<Omit<Service, 'offered'>>[] {
  const unknown = new Set(choice?.chosen);
  const booked = services.map(({ offered, ...service }, at) => {
    const ofService = (choice?.chosen ?? []).filter(
      ({ serviceId = service.id, place = at, optionId }) =>
        serviceId === service.id && place === at && offered?.some(({ id }) => id === optionId),
    );
    for (const option of ofService) unknown.delete(option);
    const options = choice
      ? bookedOptions(service.name, offered ?? [], ofService, choice.key)
      : (offered ?? [])
          .filter(({ kind }) => kind === 'variant')
          .slice(0, 1)
          .map((option) => booking(option, 1));
    return addOptions(service, options);
  });
  if (choice && unknown.size > 0) throw invalid(choice.key, 'booking.optionUnknown');
  const minutes = booked.reduce((sum, service) => sum + service.minutes, 0);
  if (choice && minutes > maxBookedMinutes && booked.some(({ options }) => options.length > 0)) {
    throw invalid(choice.key, 'booking.optionsTooLong', { hours: maxBookedMinutes / 60 });
  }
  return booked;
}

/** A service with options that are booked already. */
export function addOptions<Service extends { name: string; minutes: number; price: number }>(
  service: Service,
  options: BookedOption[],
): WithOptions<Service> {
  if (options.length === 0) return { ...service, options };
  return { ...withAdded(service, addedBy(options)), options, name: bookedName(service.name, options) };
}

function bookedOptions(
  name: string,
  offered: readonly OfferedOption[],
  chosen: readonly { optionId: string }[],
  key: string,
): BookedOption[] {
  const booked = offered.flatMap((option) => {
    const count = chosen.filter(({ optionId }) => optionId === option.id).length;
    if (count === 0) return [];
    if (!option.isActive) throw invalid(key, 'booking.optionInactive', { name: option.name });
    return [{ option, count }];
  });
  const variants = booked.filter(({ option }) => option.kind === 'variant');
  if (variants.length > 1) throw invalid(key, 'booking.oneVariant', { name });
  for (const { option, count } of booked) {
    if (count <= option.maxCount) continue;
    if (option.kind === 'variant') throw invalid(key, 'booking.oneVariant', { name });
    throw invalid(key, 'booking.optionTooOften', { name: option.name, max: option.maxCount });
  }
  if (variants.length === 0 && offered.some(({ kind, isActive }) => kind === 'variant' && isActive)) {
    throw invalid(key, 'booking.variantMissing', { name });
  }
  return booked.map(({ option, count }) => booking(option, count));
}

function booking({ id: optionId, kind, name, minutes, price, vatRate }: OfferedOption, count: number): BookedOption {
  return { optionId, kind, name, count, minutes, price, vatRate };
}
