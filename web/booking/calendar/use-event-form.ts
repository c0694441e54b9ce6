// Fills, validates and saves the event dialog.
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type Calendar, type CalendarEvent, calendars } from '#contract/booking/calendar.ts';
import { visitorZone } from '#web/lib/dates.ts';
import { focusFirstWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { type EventValues, fieldOf, inputFromValues, validateEvent, valuesOf } from './event-form.ts';
import { saveEvent } from './save-event.ts';

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

interface Options {
  event: CalendarEvent;
  calendars: readonly Calendar[];
  onSaved: () => void;
}

/** `submit` saves the event, or marks every invalid field and sends nothing. */
export function useEventForm({ event, calendars: all, onSaved }: Options) {
  const [saving, setSaving] = useState(false);
  const zoneOf = (id: string) =>
    all.find((calendar) => calendar.id === id)?.timeZone ?? event.timeZone ?? visitorZone();
  const form = useFields(valuesOf(event, zoneOf(event.calendarId)), (values) =>
    validateEvent(event, values, zoneOf(values.calendarId)),
  );

  function submit(): void {
    if (saving || !event.isEditable) return;
    const values = form.getValues();
    const search = values.search.trim();
    if (!values.title.trim() && search.length > shortTitle) {
      form.setFieldValue('title', search);
      setTimeout(submit, retryDelay);
      return;
    }
    const { hasErrors, errors } = form.validate();
    if (hasErrors) focusFirst(errors);
    else void save(values);
  }

  async function save(values: EventValues): Promise<void> {
    const input = inputFromValues(event, values, zoneOf(values.calendarId));
    if (!input) return;
    setSaving(true);
    try {
      if (await saveEvent(input, { zone: zoneOf(values.calendarId) })) onSaved();
    } catch (error) {
      // Any other failure has already shown a toast; the input stays.
      applyMessages(withServerFields(form), error, calendars.insertEvent);
    } finally {
      setSaving(false);
    }
  }

  return { form, zone: zoneOf(form.values.calendarId), submit, saving };
}

/** Adapts the form to the server's fields: the server has instants, the dialog days and times. */
function withServerFields(form: EventForm) {
  return {
    getValues: () => ({ ...form.getValues(), start: '', end: '', startDate: '', endDate: '' }),
    setErrors(errors: Record<string, string>) {
      const entries = Object.entries(errors).map(([key, message]) => [fieldOf(key), message]);
      form.setErrors(Object.fromEntries(entries));
      focusFirst(Object.fromEntries(entries));
    },
  };
}

function focusFirst(errors: Record<string, unknown>): void {
  const ids = Object.keys(errors).map((field) => `event-${field}`);
  focusFirstWrong(document.getElementById('event-title')?.closest('form'), ids);
}
