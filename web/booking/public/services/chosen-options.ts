// The variants and extras of the services that a visitor books.
import { addedBy, type BookableOption, bookedName, withAdded } from '#contract/booking/options.ts';
import type { BookableService } from '#contract/booking/public.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import type { ServiceFacts } from './services-in-a-row.ts';

/** A service with its options: they are in its minutes and its price. */
export interface ChosenService extends BookableService, ServiceFacts {
  minutes: number;
  price: number;
  /** The name with those of the options. */
  label: string;
  /** Each as often as it is booked. */
  optionIds: readonly string[];
  /** The part of the minutes and the price that is of the options. */
  added: { minutes: number; price: number };
}

/**
 * Adds the options that an address names. Those that are not offered are ignored; of a service with variants, the first
 * counts unless another one is named.
 */
export function withChosenOptions(
  services: readonly (BookableService & ServiceFacts)[],
  named: string | undefined,
): ChosenService[] {
  const ids = named?.split(',') ?? [];
  return services.map((service) => {
    const variants = service.options.filter(({ kind }) => kind === 'variant');
    const variant = variants.find(({ id }) => ids.includes(id)) ?? variants[0];
    const chosen = service.options.flatMap((option) => {
      const wanted =
        option.kind === 'variant' ? Number(option === variant) : ids.filter((id) => id === option.id).length;
      const count = Math.min(wanted, option.maxCount);
      return count > 0 ? [{ ...option, count }] : [];
    });
    const added = addedBy(chosen);
    return {
      ...factsWithAdded(service, added),
      label: bookedName(service.name, chosen),
      optionIds: chosen.flatMap(({ id, count }) => Array.from({ length: count }, () => id)),
      added,
    };
  });
}

/** The facts with the minutes and the price of options. */
export function factsWithAdded<Facts extends ServiceFacts>(facts: Facts, added: ChosenService['added']): Facts {
  const { maxMinutes } = facts;
  return {
    ...withAdded(facts, added),
    ...(maxMinutes !== undefined && { maxMinutes: maxMinutes + added.minutes }),
  };
}

/** The options as the address of the page names them; undefined for none. */
export function optionsPartOf(services: readonly ChosenService[]): string | undefined {
  return services.flatMap(({ optionIds }) => optionIds).join(',') || undefined;
}

/** The options of all services after one of a service is booked `count` times; a variant replaces the others. */
export function changedOptions(
  services: readonly ChosenService[],
  { id, kind }: BookableOption,
  count: number,
): string | undefined {
  const ids = services.flatMap(({ options, optionIds }) => {
    if (!options.some((option) => option.id === id)) return optionIds;
    const replaced = options.filter((option) => option.id === id || (kind === 'variant' && option.kind === 'variant'));
    const others = optionIds.filter((one) => !replaced.some((option) => option.id === one));
    return [...others, ...Array.from({ length: count }, () => id)];
  });
  return ids.join(',') || undefined;
}

/** The facts of a service before its options are chosen: with its variants, from the shortest to the longest. */
export function factsBeforeChoice(service: BookableService & ServiceFacts): ServiceFacts {
  const variants = service.options.filter(({ kind }) => kind === 'variant');
  if (variants.length === 0) return service;
  const { minutes, maxMinutes = minutes, price, isFrom } = service;
  const [more, prices] = [variants.map((one) => one.minutes), variants.map((one) => one.price)];
  return {
    minutes: minutes + Math.min(...more),
    maxMinutes: maxMinutes + Math.max(...more),
    price: eurosOf(centsOf(price) + centsOf(Math.min(...prices))),
    isFrom: isFrom || Math.max(...prices) > Math.min(...prices),
  };
}

/** The input of calls that names the services: one, or several in a row. */
export function servicesInput(services: readonly ChosenService[]): ServicesInput {
  const [first] = services;
  const optionIds = services.flatMap((service) => service.optionIds);
  return {
    ...(services.length > 1 ? { serviceIds: services.map(({ id }) => id) } : first && { serviceId: first.id }),
    ...(optionIds.length > 0 && { optionIds }),
  };
}

interface ServicesInput {
  serviceId?: string;
  serviceIds?: string[];
  optionIds?: string[];
}

/** The same for a booking, which names the options of each service. */
export function bookingInput(services: readonly ChosenService[]) {
  const { optionIds: _ids, ...input } = servicesInput(services);
  const options = services.flatMap(({ id, optionIds }) =>
    optionIds.length > 0 ? [{ serviceId: id, optionIds: [...optionIds] }] : [],
  );
  return { ...input, ...(options.length > 0 && { options }) };
}
