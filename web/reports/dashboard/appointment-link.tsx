// Links to an appointment, opened in the calendar of its day.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CalendarEvent } from '#contract/booking/calendar.ts';
import { dateIn } from '#web/lib/dates.ts';

interface Props {
  event: CalendarEvent;
  zone: string;
  className?: string;
  children: ReactNode;
}

export function AppointmentLink({ event, zone, className, children }: Props) {
  const date = event.startDate ?? dateIn(event.start, zone).toString();
  return (
    <Link to="/app/user/calendars" search={{ event: event.id, date }} className={className}>
      {children}
    </Link>
  );
}
