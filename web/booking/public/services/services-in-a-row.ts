// Services that a visitor books one after the other.
import i18next from 'i18next';
import type { BookableService } from '#contract/booking/public.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { formatMinutes } from '#web/lib/durations.ts';
import { formatEuro } from '#web/lib/money.ts';

/** The longest appointment (minutes). */
const maxMinutes = 1440;
/** The maximum number of services of one appointment. */
const maxServices = 5;

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
  const ids = new Set(chosen.map(({ id }) => id));
  return all.filter((service) => !ids.has(service.id) && minutes + service.minutes <= maxMinutes);
}

/** The length and price of a service; of one that several people do in ways of their own, the least of both. */
export interface ServiceFacts extends Pick<BookableService, 'minutes' | 'price'> {
  /** How long it takes at most; left out where all take as long. */
  maxMinutes?: number;
  /** Another person takes a higher price. */
  isFrom?: boolean;
}

export function totalOf(services: readonly ServiceFacts[]) {
  const sum = (of: (service: ServiceFacts) => number) => services.reduce((total, service) => total + of(service), 0);
  return {
    minutes: sum(({ minutes }) => minutes),
    maxMinutes: sum(({ minutes, maxMinutes = minutes }) => maxMinutes),
    price: eurosOf(centsOf(sum(({ price }) => price))),
    isFrom: services.some(({ isFrom }) => isFrom),
  };
}

/** `45 min · 40 €`, or `45 min – 1 hr · from 40 €`; without a price, the length only. */
export function formatFacts({ minutes, maxMinutes = minutes, price, isFrom }: ServiceFacts): string {
  const length = [minutes, ...(maxMinutes > minutes ? [maxMinutes] : [])].map(formatMinutes).join(' – ');
  const amount = price > 0 && formatEuro(price);
  return [length, amount && (isFrom ? i18next.t('home.from', { price: amount }) : amount)].filter(Boolean).join(' · ');
}
