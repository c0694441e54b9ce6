// Services that a visitor books one after the other.
import type { BookableService } from '#contract/booking/public.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { formatMinutes } from '#web/lib/durations.ts';
import { formatEuro } from '#web/lib/money.ts';

/** The longest appointment (minutes). */
const maxMinutes = 1440;
/** The maximum number of services of one appointment. */
const maxServices = 5;

/** The input of calls that names the services: one, or several in a row. */
export function servicesInput(services: readonly BookableService[]): { serviceId?: string; serviceIds?: string[] } {
  const [first] = services;
  return services.length > 1 ? { serviceIds: services.map(({ id }) => id) } : { ...(first && { serviceId: first.id }) };
}

/** The services as the address of the page names them; undefined for none. */
export function addressPartOf(services: readonly BookableService[]): string | undefined {
  return services.map(({ id }) => id).join(',') || undefined;
}

/** Whether several people do each of the services: a visitor then need not choose one. */
export function canBeAnyone(services: readonly BookableService[]): boolean {
  return services.length > 0 && services.every(({ people }) => people > 1);
}

/** Groups services that are sorted by category. */
export function groupServices(
  services: readonly BookableService[],
): { category: string; services: BookableService[] }[] {
  const groups = new Map<string, BookableService[]>();
  for (const service of services) groups.set(service.category, [...(groups.get(service.category) ?? []), service]);
  return [...groups].map(([category, some]) => ({ category, services: some }));
}

/** The services that can follow the chosen ones. */
export function servicesToAdd(
  all: readonly BookableService[],
  chosen: readonly BookableService[],
): readonly BookableService[] {
  if (chosen.length >= maxServices) return [];
  const { minutes } = totalOf(chosen);
  return all.filter((service) => !chosen.includes(service) && minutes + service.minutes <= maxMinutes);
}

export function totalOf(services: readonly Pick<BookableService, 'minutes' | 'price'>[]) {
  const sum = (field: 'minutes' | 'price') => services.reduce((total, service) => total + service[field], 0);
  return { minutes: sum('minutes'), price: eurosOf(centsOf(sum('price'))) };
}

/** `45 min · 40 €`; without a price, the length only. */
export function formatFacts({ minutes, price }: Pick<BookableService, 'minutes' | 'price'>): string {
  return [formatMinutes(minutes), price > 0 && formatEuro(price)].filter(Boolean).join(' · ');
}
