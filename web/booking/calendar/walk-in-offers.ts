// Sorts who could serve a customer who has come in: for each service those who are free now, else who is next.
import { bookedName, withAdded } from '#contract/booking/options.ts';
import type { DeskService, WalkInTime } from '#contract/booking/visit-rows.ts';

export interface WalkInOffer extends WalkInTime {
  /** Free now; else `start` is later, or it overlaps other work. */
  isNow: boolean;
}

export interface WalkInRow {
  /** Undefined: an appointment without a service. */
  service: (DeskService & { optionIds: string[] }) | undefined;
  offers: WalkInOffer[];
}

export interface WalkInRows {
  now: WalkInRow[];
  /** The next one, where no one is free now. */
  later: WalkInRow[];
  /** By the first person who does it, where no one has a time for it today. */
  never: WalkInRow[];
}

const minutesWithoutService = 30;
/** Free times begin at whole five minutes (ms). */
const step = 5 * 60_000;

/** `order`: the calendars, first the one that the walk-in is most likely for. */
export function walkInRows(
  times: readonly WalkInTime[],
  services: readonly DeskService[],
  order: readonly string[],
  now: Temporal.Instant,
): WalkInRows {
  const start = wholeStep(now);
  const rows: WalkInRows = { now: [], later: [], never: [] };
  const placeOf = ({ calendarId }: { calendarId: string }) => order.indexOf(calendarId);
  const optionIds: string[] = [];
  for (const service of [undefined, ...services.flatMap(eachVariant)]) {
    const own = { serviceId: service?.id ?? null, optionIds: service?.optionIds ?? optionIds };
    const offers = times
      .filter((one) => isSame(one, own) && placeOf(one) >= 0)
      .map((one): WalkInOffer => ({ ...one, isNow: msOf(one.start) - msOf(start) < step }))
      .sort((one, other) => placeOf(one) - placeOf(other));
    const free = offers.filter(({ isNow }) => isNow);
    const [next] = offers.toSorted((one, other) => msOf(one.start) - msOf(other.start));
    const people = service ? service.people.filter((person) => placeOf(person) >= 0) : [withoutService(order)];
    const [first] = people.toSorted((one, other) => placeOf(one) - placeOf(other));
    if (free.length > 0) rows.now.push({ service, offers: free });
    else if (next) rows.later.push({ service, offers: [next] });
    else if (first) rows.never.push({ service, offers: [{ ...first, ...own, start, isNow: false }] });
  }
  return rows;
}

type Named = Pick<WalkInTime, 'serviceId' | 'optionIds'>;

function isSame(one: Named, other: Named): boolean {
  return one.serviceId === other.serviceId && one.optionIds.join() === other.optionIds.join();
}

/** A service without variants as it is; each variant as a service of its own, with its minutes and price. */
function eachVariant(service: DeskService): (DeskService & { optionIds: string[] })[] {
  const variants = service.options.filter(({ kind }) => kind === 'variant');
  if (variants.length === 0) return [{ ...service, optionIds: [] }];
  return variants.map((variant) => ({
    ...withAdded(service, variant),
    name: bookedName(service.name, [{ name: variant.name, count: 1 }]),
    optionIds: [variant.id],
    people: service.people.map((person) => withAdded(person, variant)),
  }));
}

/** A walk-in has begun: its time is rounded down. */
export function wholeStep(now: Temporal.Instant): string {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(now.epochMilliseconds / step) * step).toString();
}

function withoutService([calendarId = '']: readonly string[]) {
  return { calendarId, minutes: minutesWithoutService, price: 0 };
}

function msOf(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds;
}
