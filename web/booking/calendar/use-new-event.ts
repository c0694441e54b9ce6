// The draft of a new event: at a chosen time, at a free hour, for a customer, or as a copy.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import type { Visit } from '#contract/booking/visit-rows.ts';
import { CallError } from '#web/lib/client/client.ts';
import { dateIn } from '#web/lib/dates.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import type { CalendarNavigation } from './calendar-navigation.ts';
import { type EventKind, newEvent, type Start } from './event-dialog/event-form.ts';
import { shiftEvent, type Times, timesOf } from './events/move-event.ts';
import { findOpenHour, maxDays } from './find-open-hour.ts';
import { focusedCalendar, placeOf } from './focused-calendar.ts';
import { nextFreeHour } from './next-free-hour.ts';
import { useContactPrefill } from './use-contact-prefill.ts';
import type { CalendarContents } from './view/use-calendar-contents.ts';

interface Options {
  /** The customer whom the address names. */
  contactId: string | undefined;
  /** Before the draft appears. */
  onCreate: () => void;
}

export function useNewEvent(
  contents: CalendarContents,
  { isInView, updateSearch }: CalendarNavigation,
  { contactId, onCreate }: Options,
) {
  const { t } = useTranslation();
  const { all, main, zone, days, events, outside, isWaiting, isTeam, shown } = contents;
  /** A new event names no person by itself. */
  const hasSeveral = isTeam || shown.length > 1;
  const [draft, setDraft] = useState<CalendarEvent>();
  const [start, setStart] = useState<Start>();
  useContactPrefill(isWaiting ? undefined : contactId, (contact) => void startWithContact(contact));

  function create(
    times: Times,
    { calendarId, startsWith }: { calendarId?: string | undefined; startsWith?: Start } = {},
  ): void {
    onCreate();
    const id = calendarId ?? main.id;
    const place = placeOf(contents, id);
    setStart({ isPersonOpen: !calendarId && hasSeveral, ...startsWith, locationId: place?.id });
    const calendar = all.find((one) => one.id === id);
    setDraft(newEvent(id, place?.timeZone ?? calendar?.timeZone ?? zone, times));
  }

  function createAtFreeHour(kind?: EventKind): void {
    const focused = focusedCalendar(contents);
    create(nextFreeHour(days, focused ?? main, events, outside), { calendarId: focused?.id, startsWith: { kind } });
  }

  /** The same services by the same people for the same customer, a week later at the same wall time. */
  function bookAgain(event: CalendarEvent, copy: Visit | null): void {
    const week = copy ? { ...event, start: copy.start, end: copy.end } : event;
    const { title, name, eMail, phoneNumber, contactId, description, sendSms } = event;
    const times = shiftEvent(week, { days: 7 }, zone) ?? timesOf(event);
    create(times, { calendarId: event.calendarId, ...(copy && { startsWith: { copy } }) });
    const again = { ...newEvent(event.calendarId, zone, times), name, eMail, phoneNumber, contactId, sendSms };
    setDraft({ ...again, title, description });
  }

  /** At the next open time, even beyond the days in view, and never at a closed one. */
  async function startWithContact(contact: Partial<CalendarEvent>): Promise<void> {
    const times = await findOpenHour(main).catch(onUnreadable);
    if (!times) {
      if (times === undefined) toast('warning', t('calendar.noOpenHour', { days: maxDays }));
      return updateSearch({ contact: undefined }, true);
    }
    setStart({ isPersonOpen: hasSeveral });
    setDraft({ ...newEvent(main.id, zone, times), ...contact });
    const day = dateIn(times.start, zone);
    updateSearch({ contact: undefined, ...(!isInView(day) && { date: day.toString() }) }, true);
  }

  return {
    draft,
    /** Set on the draft's dialog, beside its time. */
    start,
    create,
    createAtFreeHour,
    bookAgain,
    discard() {
      setDraft(undefined);
      setStart(undefined);
    },
  };
}

/** The failure of a call has been shown. */
function onUnreadable(error: unknown): null {
  if (!(error instanceof CallError)) throw error;
  return null;
}
