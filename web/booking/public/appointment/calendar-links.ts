// Links that add an appointment to a web calendar. No data leaves the page before the visitor follows one.
import type { Appointment } from '#contract/booking/public.ts';
import { addressLine } from '#contract/directions.ts';

export function calendarLinks({ title, start, end, name, companyName, location }: Appointment) {
  const place = location ? [location.name, addressLine(location)].join(', ') : '';
  const text = `${title} · ${companyName}`;
  const basic = (instant: string) =>
    Temporal.Instant.from(instant).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '');
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text,
    dates: `${basic(start)}/${basic(end)}`,
    location: place,
    details: name,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: text,
    startdt: start,
    enddt: end,
    location: place,
    body: name,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
  };
}
