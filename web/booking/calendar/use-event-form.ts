// Fills, validates and saves the event dialog.
import { useForm } from '@mantine/form';
import i18next from 'i18next';
import { useState } from 'react';
import { type Calendar, type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { type Visit, visits } from '#contract/booking/visits.ts';
import { newId } from '#contract/lib/fields.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { isConflict, useVersionedForm } from '#web/lib/editor/use-versioned-form.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import {
  type EventValues,
  fieldOf,
  inputFromValues,
  isVisit,
  type Start,
  validateEvent,
  valuesOf,
  visitFromValues,
} from './event-form.ts';
import { saveEvent } from './save-event.ts';
import { saveVisit } from './save-visit.ts';

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

interface Options extends Start {
  event: CalendarEvent;
  calendars: readonly Calendar[];
  onSaved: () => void;
}

/** `submit` saves the event or its visit, or marks every invalid field and sends nothing. */
export function useEventForm({ event, calendars: all, onSaved, ...start }: Options) {
  const [saving, setSaving] = useState(false);
  const zoneOf = (id: string | undefined) =>
    all.find((calendar) => calendar.id === id)?.timeZone ?? event.timeZone ?? visitorZone();
  const zoneIn = ({ parts }: EventValues) => zoneOf(parts[0]?.calendarId);
  const form = useFields(valuesOf(event, zoneOf(event.calendarId), start), (values) =>
    validateEvent(event, start.visit, values, zoneIn(values)),
  );
  const versioned = useVersionedForm<Visit | undefined, EventValues>({
    form,
    row: start.visit,
    rowSchema: visits.updateVisit.output,
    valuesOf: theirs,
  });

  /** The values of another version. The fields that are only this dialog's stay, and the choice of another customer. */
  function theirs(visit: Visit | undefined): EventValues {
    const { kind, search, notify, link, name, contactId } = form.getValues();
    const values = valuesOf(event, zoneOf(event.calendarId), { ...start, visit });
    return { ...values, kind, search, notify, link, ...(name !== visit?.name && { contactId }) };
  }

  function submit(): void {
    if (saving || !event.isEditable || versioned.contested.length > 0) return;
    const title = missingTitle(form.getValues(), event);
    if (title) {
      form.setFieldValue('parts.0.title', title);
      setTimeout(submit, retryDelay);
      return;
    }
    const { hasErrors, errors } = form.validate();
    if (hasErrors) focusFirst(errors);
    else void save(form.getValues());
  }

  async function save(values: EventValues, base = versioned.base): Promise<void> {
    setSaving(true);
    let retry: Visit | undefined;
    try {
      if (await send(values, base)) onSaved();
    } catch (error) {
      if (isConflict(error)) retry = versioned.handleConflict(error);
      // Any other failure has already shown a toast; the input stays.
      else applyMessages(withServerFields(form), error, base ? visits.updateVisit : calendars.insertEvent);
    } finally {
      setSaving(false);
    }
    // What the other person has saved is in the form by now.
    if (retry) await save(form.getValues(), retry);
  }

  async function send(values: EventValues, base: Visit | undefined): Promise<boolean> {
    const zone = zoneIn(values);
    if (isVisit(event, base, values)) {
      const input = visitFromValues(values, zone);
      return input !== undefined && (await saveVisit(input, { zone, before: base })) !== undefined;
    }
    const input = inputFromValues(event, values, zone);
    return input !== undefined && (await saveEvent(input, { zone, opened: event })) !== undefined;
  }

  return {
    form,
    zone: zoneIn(form.values),
    submit,
    saving,
    theirs: (visit: Visit) => ({ ...theirs(visit) }),
    ...versioned,
  };
}

/** What becomes the title of a part without one: that of blocked time, the customer's name, or what was searched for. */
function missingTitle({ parts, kind, search, name }: EventValues, { id }: CalendarEvent): string | undefined {
  const [first] = parts;
  if (!first || first.title.trim() || first.serviceId) return undefined;
  if (kind === 'blocked') return id === newId ? i18next.t('desk.blockedTitle') : undefined;
  const words = search.trim();
  if (words.length > shortTitle) return words;
  return id === newId ? name.trim() || undefined : undefined;
}

/** Adapts the form to the server's fields: the server has instants, the dialog days and times. */
function withServerFields(form: EventForm) {
  const others = { start: '', end: '', startDate: '', endDate: '', title: '', calendarId: '' };
  return {
    getValues: () => ({ ...form.getValues(), ...others }),
    setErrors(errors: Record<string, string>) {
      const entries = Object.entries(errors).map(([key, message]) => [fieldOf(key), message]);
      form.setErrors(Object.fromEntries(entries));
      focusFirst(Object.fromEntries(entries));
    },
  };
}

/** The id of a field's input. */
export function inputId(field: string): string {
  return field === 'parts.0.title' ? 'event-title' : `event-${field}`;
}

function focusFirst(errors: Record<string, unknown>): void {
  const ids = Object.keys(errors).map(inputId);
  focusFirstWrong(document.getElementById('event-title')?.closest('form'), ids);
}
