// Variants and extras of services as they are offered, chosen and booked.
import { z } from 'zod';
import { id, money } from '#contract/lib/fields.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';
import { maxOptionCount, maxServicesInARow, optionKinds } from './services.ts';

/** The options of the booked services; one that is chosen several times is there several times. */
export const optionIds = z
  .array(id)
  .max(maxServicesInARow * maxOptionCount)
  .optional()
  .describe('Variants and extras of the services. Of a service with variants, exactly one.');

export const optionsByService = z
  .array(z.strictObject({ serviceId: id, optionIds: z.array(id).max(maxOptionCount) }))
  .max(maxServicesInARow)
  .optional()
  .describe(
    'Variants and extras. Of a service with variants, exactly one; an extra that is booked several times is there several times.',
  );

export const bookableOption = z.object({
  id,
  kind: z.enum(optionKinds),
  name: z.string(),
  /** Added to those of the service. */
  minutes: z.number().int(),
  price: money,
  maxCount: z.number().int(),
});
export type BookableOption = z.output<typeof bookableOption>;

/** An option of a part of a visit, as it was booked. */
export const bookedOption = z.object({
  /** Null once it was deleted. */
  optionId: id.nullable(),
  kind: z.enum(optionKinds),
  name: z.string(),
  count: z.number().int(),
  /** Of one of them. */
  minutes: z.number().int(),
  price: money,
});

interface MinutesAndPrice {
  minutes: number;
  price: number;
}

/** The sums of the minutes and prices of options. */
export function addedBy(options: readonly (MinutesAndPrice & { count: number })[]): MinutesAndPrice {
  return {
    minutes: options.reduce((sum, { minutes, count }) => sum + minutes * count, 0),
    price: eurosOf(options.reduce((sum, { price, count }) => sum + centsOf(price) * count, 0)),
  };
}

/** The same service with the minutes and the price of its options. */
export function withAdded<Service extends MinutesAndPrice>(service: Service, added: MinutesAndPrice): Service {
  return {
    ...service,
    minutes: service.minutes + added.minutes,
    price: eurosOf(centsOf(service.price) + centsOf(added.price)),
  };
}

/** The longest name of a part: that of an event. */
const maxName = 200;

/** `Haircut (Long hair, 2 × Wash)`: a service as it is booked, with at most 200 characters. */
export function bookedName(name: string, options: readonly { name: string; count: number }[]): string {
  if (options.length === 0) return name;
  const full = `${name} (${optionNames(options)})`;
  if (full.length <= maxName) return full;
  // Half a character, such as one of an emoji, could not be stored.
  const start = full.slice(0, maxName - 1).replace(/[\uD800-\uDBFF]$/, '');
  return `${start.trimEnd()}…`;
}

/** `Long hair, 2 × Wash`. */
export function optionNames(options: readonly { name: string; count: number }[]): string {
  return options.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(', ');
}
