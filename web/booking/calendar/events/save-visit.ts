// Saves visits of several parts, and asks before they overlap others, or people do what they do not offer.
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import type { Input } from '#contract/lib/service.ts';
import { call } from '#web/lib/client/client.ts';
import { refetchEvents, uncacheEvent } from './cached-events.ts';
import { type SaveOptions, saveAsking } from './save-event.ts';

export type VisitInput = Input<typeof visits.insertVisit>;

/**
 * Inserts a visit, or updates `before`. Returns undefined if the server asks, and the person declines. Throws
 * `CallError` on any other failure; 409 with another person's version.
 */
export async function saveVisit(
  input: VisitInput,
  options: SaveOptions & { before?: Visit | undefined; isUndo?: boolean },
): Promise<Visit | undefined> {
  const { before, isUndo = false } = options;
  const [first, last] = [input.parts[0], input.parts.at(-1)];
  const start = first?.start ?? '';
  const end = last?.start
    ? Temporal.Instant.from(last.start)
        .add({ minutes: last.minutes ?? 0 })
        .toString()
    : start;
  const saved = await saveAsking(
    (accepted) =>
      before
        ? call(
            visits.updateVisit,
            { ...input, ...accepted, id: before.id, version: before.version, isUndo },
            { handlesErrors: [409], asks: true },
          )
        : call(visits.insertVisit, { ...input, ...accepted }, { asks: true }),
    { title: first?.title ?? '', name: input.name ?? '', start, end },
    options,
  );
  if (!saved) return undefined;
  for (const { eventId } of before?.parts ?? []) {
    if (!saved.parts.some((part) => part.eventId === eventId)) uncacheEvent(eventId);
  }
  void refetchVisit(saved, before);
  return saved;
}

/** Reloads the calendars of a visit's parts. */
export async function refetchVisit(...all: (Pick<Visit, 'parts'> | undefined)[]): Promise<void> {
  const ids = new Set(all.flatMap((visit) => visit?.parts ?? []).map(({ calendarId }) => calendarId));
  await Promise.all([...ids].map((id) => refetchEvents(id)));
}
