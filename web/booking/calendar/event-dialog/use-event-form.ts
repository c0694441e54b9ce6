// Fills, validates and saves the event dialog.
import { useForm } from '@mantine/form';
import i18next from 'i18next';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Calendar, type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import { saveEvent } from '#web/booking/calendar/events/save-event.ts';
import { saveVisit } from '#web/booking/calendar/events/save-visit.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { isConflict, useVersionedForm } from '#web/lib/editor/use-versioned-form.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import {
  canGoToAnyone,
  dialogField,
  type EventValues,
  eventValues,
  inputFromValues,
  isNamedByCustomer,
  isVisit,
  type Start,
  validateEvent,
  visitFromValues,
} from './event-form.ts';
import { offerUndo } from './offer-undo.ts';
import type { PartValues } from './visit-parts.ts';

export type EventForm = ReturnType<typeof useFields>;

function useFields(initialValues: EventValues, validate: (values: EventValues) => Record<string, string>) {
  return useForm({ initialValues, validate });
}

/**
 * If the title is empty, search text longer than `shortTitle` becomes the title, and saving restarts after the delay
 * (ms).
 */
const shortTitle = 3;
const retryDelay = 10;

/** The record that the dialog saves: a visit, or an event by itself; undefined for a new one. */
type Saved = Visit | CalendarEvent | undefined;
const visitIn = (saved: Saved) => (saved && 'parts' in saved ? saved : undefined);

interface Options extends Start {
  event: CalendarEvent;
  calendars: readonly Calendar[];
  onSaved: () => void;
}

/** `submit` saves the event or its visit, or marks every invalid field and sends nothing. */
export function useEventForm({ event, calendars: all, onSaved, ...start }: Options) {
  const [saving, setSaving] = useState(false);
  const { locationId } = start;
  // At a given location, in its zone.
  const zoneOf = (id: string | undefined) =>
    (locationId && id === event.calendarId ? undefined : all.find((calendar) => calendar.id === id)?.timeZone) ??
    event.timeZone ??
    visitorZone();
  const zoneIn = ({ parts }: EventValues) => zoneOf(parts[0]?.calendarId);
  const form = useFields(eventValues(event, zoneOf(event.calendarId), start), (values) =>
    validateEvent(event, start.visit, values, zoneIn(values)),
  );
  const versioned = useVersionedForm<Saved, EventValues>({
    form,
    row: start.visit ?? (event.id === newId ? undefined : event),
    rowSchema: start.visit ? visits.updateVisit.output : calendars.updateEvent.output,
    valuesOf: theirs,
  });
  const eventIn = (saved: Saved) => (saved && !('parts' in saved) ? saved : event);

  /** The values of another version. The fields that are only this dialog's stay, and the choice of another customer. */
  function theirs(saved: Saved): EventValues {
    const { kind, search, notify, link, name, contactId, parts } = form.getValues();
    const { calendarId } = eventIn(saved);
    const values = eventValues(eventIn(saved), zoneOf(calendarId), { ...start, visit: visitIn(saved) });
    const own = { search, notify, ...(name !== saved?.name && { contactId }) };
    if (saved && !('parts' in saved)) return { ...values, ...own, parts: withLengths(values.parts, parts) };
    return { ...values, ...own, kind, link };
  }

  function submit(): void {
    if (saving || !event.isEditable || versioned.contested.length > 0) return;
    const title = missingTitle(form.getValues(), event);
    if (title) {
      form.setFieldValue('parts.0.title', title);
      // Rendered at once, as after a click: a wrong field that was hidden is there to be focused.
      setTimeout(() => flushSync(submit), retryDelay);
      return;
    }
    const { hasErrors, errors } = form.validate();
    if (hasErrors) focusFirst(errors);
    else void save(form.getValues());
  }

  async function save(values: EventValues, base = versioned.base): Promise<void> {
    setSaving(true);
    let retry: Saved;
    try {
      const change = await send(values, base);
      if (change) {
        onSaved();
        if (values.anyPerson && canGoToAnyone(values)) sayChosen(change.saved);
        offerUndo({ ...change, notify: values.notify, zone: zoneIn(values) });
      }
    } catch (error) {
      if (isConflict(error)) retry = versioned.handleConflict(error);
      // Any other failure has already shown a toast; the input stays.
      else applyMessages(withServerFields(form), error, visitIn(base) ? visits.updateVisit : calendars.insertEvent);
    } finally {
      setSaving(false);
    }
    // The form shows by now what the other person has saved.
    if (retry) await save(form.getValues(), retry);
  }

  function sayChosen(saved: Visit | CalendarEvent): void {
    const id = 'parts' in saved ? saved.parts[0]?.calendarId : saved.calendarId;
    const name = all.find((calendar) => calendar.id === id)?.name;
    if (name) toast('info', i18next.t('desk.chosenPerson', { name }));
  }

  /** Returns undefined if the server asks, and the person declines. */
  async function send(values: EventValues, base: Saved) {
    const zone = zoneIn(values);
    const [before, opened] = [visitIn(base), eventIn(base)];
    const present = opened.id === newId ? undefined : opened;
    const place = base === undefined && locationId ? { locationId } : {};
    const anyone = base === undefined && canGoToAnyone(values) && values.anyPerson ? { anyPerson: true } : {};
    if (isVisit(opened, before, values)) {
      const input = visitFromValues(values, zone);
      const saved = input && (await saveVisit({ ...input, ...place, ...anyone }, { zone, before }));
      return saved && { saved, before: before ?? present };
    }
    const input = inputFromValues(opened, values, zone);
    const saved = input && (await saveEvent({ ...input, ...place }, { zone, opened }));
    return saved && { saved, before: present };
  }

  return {
    form,
    zone: zoneIn(form.values),
    submit,
    saving,
    theirs: { ...theirs(versioned.base) },
    visit: visitIn(versioned.base),
    ...versioned,
  };
}

/** The only part of an event by itself lasts as long as its times say: its minutes are no change of their own. */
function withLengths(parts: PartValues[], as: PartValues[]): PartValues[] {
  return parts.map((part, index) => ({ ...part, minutes: as[index]?.minutes ?? part.minutes }));
}

/** The title of a part without one: that of blocked time, of a customer's appointment, or the words of the search. */
function missingTitle(values: EventValues, { id }: CalendarEvent): string | undefined {
  const { parts, kind, search } = values;
  const [first] = parts;
  if (!first || first.title.trim() || first.serviceId) return undefined;
  if (kind === 'blocked') return id === newId ? i18next.t('desk.blockedTitle') : undefined;
  if (isNamedByCustomer(values)) return i18next.t('desk.appointment');
  const words = search.trim();
  return words.length > shortTitle ? words : undefined;
}

/** Adapts the form to the server's fields: the server has instants, the dialog days and times. */
function withServerFields(form: EventForm) {
  const others = { start: '', end: '', startDate: '', endDate: '', title: '', calendarId: '' };
  return {
    getValues: () => ({ ...form.getValues(), ...others }),
    setErrors(errors: Record<string, string>) {
      const entries = Object.entries(errors).map(([key, message]) => [dialogField(key), message]);
      form.setErrors(Object.fromEntries(entries));
      focusFirst(Object.fromEntries(entries));
    },
  };
}

/** The id of a field's input. */
export function eventInputId(field: string): string {
  return field === 'parts.0.title' ? 'event-title' : `event-${field}`;
}

function focusFirst(errors: Record<string, unknown>): void {
  const ids = Object.keys(errors).map(eventInputId);
  focusFirstWrong(document.getElementById('event-title')?.closest('form'), ids);
}
