// The services of a visit in its dialog: who does each, when and for how much.
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { DeskService, Visit } from '#contract/booking/visit-rows.ts';
import type { GivenPart } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';

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
  /** From the end of the part before to its start (ms): staff may have dragged it. */
  gap: number;
}

let lastKey = 0;
const nextKey = () => `new-${++lastKey}`;
const msPerMinute = 60_000;
const usualMinutes = 30;

/** The only part of an event without a visit, or of a new one. */
export function newPart({ id, calendarId, title, start, end }: CalendarEvent, isPersonOpen = false): PartValues {
  return {
    ...{ key: id === newId ? nextKey() : id, eventId: id, calendarId, isPersonOpen, serviceId: null, title },
    ...{ minutes: minutesBetween(start, end), price: 0, bufferBefore: '', bufferAfter: '', gap: 0 },
  };
}

/** The parts of a visit; of its copy, which is booked at the present prices of the same services. */
export function partsOf({ parts }: Visit, isCopy = false): PartValues[] {
  return parts.map((part, index) => {
    const { eventId, calendarId, serviceId, title, start, end, price } = part;
    const [previous, next] = [parts[index - 1], parts[index + 1]];
    const length = minutesBetween(start, end);
    const previousEnd = previous && msOf(previous.start) + minutesBetween(previous.start, previous.end) * msPerMinute;
    const values = {
      ...{ calendarId, isPersonOpen: false, serviceId, title, minutes: length, price },
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
  return parts.map(({ eventId, calendarId, serviceId, title, minutes, price, bufferBefore, bufferAfter }, index) => ({
    ...{ eventId, calendarId, serviceId, title: title.trim() },
    start: (times[index]?.start ?? start).toString(),
    minutes: numberIn(minutes) ?? 0,
    price: numberIn(price),
    bufferBefore: numberIn(bufferBefore),
    bufferAfter: numberIn(bufferAfter),
  }));
}

function numberIn(value: number | string): number | undefined {
  return value === '' ? undefined : Number(value);
}

/** The part with another service, and with what its person takes for it. A chosen person stays, also with one of others. */
export function withService(part: PartValues, service: DeskService): PartValues {
  const own = service.people.find(({ calendarId }) => calendarId === part.calendarId);
  const person = own ?? (part.isPersonOpen ? service.people[0] : undefined);
  return {
    ...part,
    serviceId: service.id,
    title: service.name,
    calendarId: person?.calendarId ?? part.calendarId,
    minutes: person?.minutes ?? service.minutes,
    price: person?.price ?? service.price,
    bufferBefore: '',
    bufferAfter: '',
  };
}

/** The part by another person, with their own minutes and price for the service. */
export function withPerson(part: PartValues, calendarId: string, service: DeskService | undefined): PartValues {
  const person = service?.people.find((one) => one.calendarId === calendarId);
  const { minutes, price } = person ?? service ?? part;
  return { ...part, calendarId, isPersonOpen: false, minutes, price };
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
