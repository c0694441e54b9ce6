// The services of a visit in its dialog: who does each, when and for how much.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { addedBy, type BookableOption, bookedName } from '#contract/booking/options.ts';
import type { DeskService, Visit } from '#contract/booking/visit-rows.ts';
import type { GivenPart } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import { centsOf, eurosOf } from '#contract/lib/money.ts';

export interface PartValues {
  /** That of its event, or one of this dialog only. */
  key: string;
  /** All-zero for a part that is added. */
  eventId: string;
  calendarId: string;
  /** No one has chosen the person: a service of others goes to one of them. */
  isPersonOpen: boolean;
  /** Null for an extra that its title names. */
  serviceId: string | null;
  title: string;
  /** Number inputs have texts while they are empty. */
  minutes: number | string;
  price: number | string;
  /** Empty: that of the service, none beside another service of the same person. */
  bufferBefore: number | string;
  bufferAfter: number | string;
  /** The variant and the extras, which the minutes and the price include. */
  options: readonly PartOption[];
  /** From the end of the part before to its start (ms): staff may have dragged it. */
  gap: number;
}

type PartOption = Visit['parts'][number]['options'][number];

let lastKey = 0;
const nextKey = () => `new-${++lastKey}`;
const msPerMinute = 60_000;
const usualMinutes = 30;

/** The only part of an event without a visit, or of a new one. */
export function newPart({ id, calendarId, title, start, end }: CalendarEvent, isPersonOpen = false): PartValues {
  return {
    ...{ key: id === newId ? nextKey() : id, eventId: id, calendarId, isPersonOpen, serviceId: null, title },
    ...{ minutes: minutesBetween(start, end), price: 0, bufferBefore: '', bufferAfter: '', gap: 0 },
    options: [],
  };
}

/** The parts of a visit; of its copy, which is booked at the present prices of the same services. */
export function partsOf({ parts }: Visit, isCopy = false): PartValues[] {
  return parts.map((part, index) => {
    const { eventId, calendarId, serviceId, start, end, price, options } = part;
    const [previous, next] = [parts[index - 1], parts[index + 1]];
    const length = minutesBetween(start, end);
    const previousEnd = previous && msOf(previous.start) + minutesBetween(previous.start, previous.end) * msPerMinute;
    const values = {
      ...{ calendarId, isPersonOpen: false, serviceId, title: ownTitle(part), minutes: length, price, options },
      // Beside another service of the same person there is no buffer.
      bufferBefore: part.bufferBefore === 0 && previous?.calendarId === calendarId ? '' : part.bufferBefore,
      bufferAfter: part.bufferAfter === 0 && next?.calendarId === calendarId ? '' : part.bufferAfter,
      gap: previousEnd === undefined ? 0 : msOf(start) - previousEnd,
    };
    return isCopy ? { ...values, key: nextKey(), eventId: newId } : { ...values, key: eventId, eventId };
  });
}

/** A further part, after the last one and by the same person, unless they do not do its service. */
export function furtherPart(calendarId: string): PartValues {
  return {
    ...{ key: nextKey(), eventId: newId, calendarId, isPersonOpen: true, serviceId: null, title: '' },
    ...{ minutes: usualMinutes, price: 0, bufferBefore: '', bufferAfter: '', gap: 0 },
    options: [],
  };
}

/** Start and end of each part: the first starts at `start`, the others when the one before ends. */
export function partTimes(parts: readonly PartValues[], start: Temporal.Instant) {
  let at = start;
  return parts.map(({ minutes, gap }, index) => {
    const begin = index === 0 ? at : at.add({ milliseconds: gap });
    at = begin.add({ minutes: Math.max(0, Math.trunc(Number(minutes) || 0)) });
    return { start: begin, end: at };
  });
}

/** The parts as the server takes them. */
export function toGivenParts(parts: readonly PartValues[], start: Temporal.Instant): GivenPart[] {
  const times = partTimes(parts, start);
  return parts.map((part, index) => ({
    ...{ eventId: part.eventId, calendarId: part.calendarId, serviceId: part.serviceId },
    title: titleOf(part),
    ...(part.serviceId !== null && { optionIds: bookedOptionIds([part]) }),
    start: (times[index]?.start ?? start).toString(),
    minutes: numberIn(part.minutes) ?? 0,
    price: numberIn(part.price),
    bufferBefore: numberIn(part.bufferBefore),
    bufferAfter: numberIn(part.bufferAfter),
  }));
}

/** The title without the options, which have inputs of their own. */
function ownTitle({ title, serviceName, options }: Visit['parts'][number]): string {
  const chosen = bookedName('', options);
  return title === serviceName && title.endsWith(chosen) ? title.slice(0, title.length - chosen.length) : title;
}

/** The title with the options. */
function titleOf({ title, options }: PartValues): string {
  const own = title.trim();
  return own && bookedName(own, options);
}

/** Each as often as it is booked; undefined where one was deleted: the options then stay as they are. */
export function bookedOptionIds(parts: readonly PartValues[]): string[] | undefined {
  const ids = parts.flatMap(({ options }) =>
    options.flatMap(({ optionId, count }) => Array.from({ length: count }, () => optionId)),
  );
  return ids.includes(null) ? undefined : ids.filter((id) => id !== null);
}

/** The part with other options: what they take more or less is added to its minutes and its price. */
function withOptions(part: PartValues, options: readonly PartOption[]): PartValues {
  const [before, after] = [addedBy(part.options), addedBy(options)];
  return {
    ...part,
    options,
    minutes: Math.max(0, Number(part.minutes) + after.minutes - before.minutes),
    price: Math.max(0, eurosOf(centsOf(Number(part.price)) + centsOf(after.price) - centsOf(before.price))),
  };
}

/** The part with an option as often; a variant replaces the others. */
export function withOption(part: PartValues, { id, ...option }: BookableOption, count: number): PartValues {
  const isReplaced = ({ optionId, kind }: PartOption) =>
    optionId === null || optionId === id || (option.kind === 'variant' && kind === 'variant');
  const others = part.options.filter((one) => !isReplaced(one));
  const chosen = count > 0 ? [{ ...option, optionId: id, count }] : [];
  return withOptions(part, option.kind === 'variant' ? [...chosen, ...others] : [...others, ...chosen]);
}

/** The first variant of a service that has some. */
function usualOptions({ options }: DeskService): PartOption[] {
  const variant = options.find(({ kind }) => kind === 'variant');
  if (!variant) return [];
  const { id: optionId, maxCount: _count, ...option } = variant;
  return [{ ...option, optionId, count: 1 }];
}

function numberIn(value: number | string): number | undefined {
  return value === '' ? undefined : Number(value);
}

/** The part with another service, and with what its person takes for it. A chosen person stays, also with one of others. */
export function withService(part: PartValues, service: DeskService): PartValues {
  const own = service.people.find(({ calendarId }) => calendarId === part.calendarId);
  const person = own ?? (part.isPersonOpen ? service.people[0] : undefined);
  const chosen = {
    ...part,
    options: [],
    serviceId: service.id,
    title: service.name,
    calendarId: person?.calendarId ?? part.calendarId,
    minutes: person?.minutes ?? service.minutes,
    price: person?.price ?? service.price,
    bufferBefore: '',
    bufferAfter: '',
  };
  return withOptions(chosen, usualOptions(service));
}

/** The part by another person, with their own minutes and price for the service. */
export function withPerson(part: PartValues, calendarId: string, service: DeskService | undefined): PartValues {
  const person = service?.people.find((one) => one.calendarId === calendarId);
  const { minutes, price } = person ?? service ?? part;
  const other = { ...part, calendarId, isPersonOpen: false, minutes, price };
  // Without a service, the minutes and the price of the part stay, which include its options.
  return person || service ? withOptions({ ...other, options: [] }, part.options) : other;
}

/** The minutes that an empty buffer stands for. */
export function usualBuffers(parts: readonly PartValues[], index: number, service: DeskService | undefined) {
  const { calendarId, gap = 0 } = parts[index] ?? {};
  const [previous, next] = [parts[index - 1], parts[index + 1]];
  const isFree = (other: PartValues | undefined, distance: number) =>
    other?.calendarId === calendarId && distance >= 0 ? distance / msPerMinute : Number.POSITIVE_INFINITY;
  return {
    before: Math.min(service?.bufferBefore ?? 0, isFree(previous, gap)),
    after: Math.min(service?.bufferAfter ?? 0, isFree(next, next?.gap ?? 0)),
  };
}

function msOf(instant: string): number {
  return Temporal.Instant.from(instant).epochMilliseconds;
}

function minutesBetween(start: string, end: string): number {
  return Math.ceil((msOf(end) - msOf(start)) / msPerMinute);
}
