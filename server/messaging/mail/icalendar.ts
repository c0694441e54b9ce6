// Writes one event as iCalendar text (RFC 5545), for mails (RFC 5546) and for download.
import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { oneLine } from '#server/lib/one-line.ts';

export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

export interface CalendarEntry {
  uid: string;
  sequence: number;
  status: 'tentative' | 'confirmed' | 'cancelled';
  start: Temporal.Instant;
  end: Temporal.Instant;
  /** For an all-day entry: the first day and the day after the last. */
  days?: { first: Temporal.PlainDate; after: Temporal.PlainDate };
  summary: string;
  description: string;
  location: string;
  place?: { latitude: number; longitude: number };
  url?: string;
  organizer: { name: string; eMail: string };
  attendee?: { name: string; eMail: string };
  createdAt: Temporal.Instant;
  /** When this revision was written (DTSTAMP). */
  stamp: Temporal.Instant;
}

/**
 * Returns iCalendar text with one event, its times as UTC instants. REQUEST and CANCEL name the attendee; PUBLISH must
 * not (RFC 5546 section 3.2.1). Calendar programs send no replies: visitors answer through the links of the mail.
 */
export function writeICalendar(entry: CalendarEntry, method: CalendarMethod): string {
  const cancelled = method === 'CANCEL' || entry.status === 'cancelled';
  const calendar = new ICalCalendar({
    prodId: { company: 'Daybook', product: 'Daybook', language: 'EN' },
    method: ICalCalendarMethod[method],
  });
  const event = calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    status: cancelled ? ICalEventStatus.CANCELLED : statuses[entry.status],
    start: entry.days ? entry.days.first : entry.start,
    end: entry.days ? entry.days.after : entry.end,
    allDay: entry.days !== undefined,
    stamp: entry.stamp,
    created: entry.createdAt,
    lastModified: entry.stamp,
    summary: oneLine(entry.summary),
    description: entry.description || null,
    location: entry.location
      ? {
          title: oneLine(entry.location),
          ...(entry.place && { geo: { lat: entry.place.latitude, lon: entry.place.longitude } }),
        }
      : null,
    url: entry.url ?? null,
    organizer: { name: parameter(entry.organizer.name), email: entry.organizer.eMail },
  });
  if (entry.attendee && method !== 'PUBLISH') {
    event.createAttendee({
      name: parameter(entry.attendee.name || entry.attendee.eMail),
      email: entry.attendee.eMail,
      role: ICalAttendeeRole.REQ,
      status: entry.status === 'confirmed' ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
      rsvp: false,
    });
  }
  return calendar.toString();
}

const statuses = {
  tentative: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
} as const;

/** A parameter's value is quoted and cannot contain quotes (RFC 5545 section 3.1). */
function parameter(text: string): string {
  return oneLine(text, 100).replace(/"/g, "'");
}
