// The edge by which the events of several calendars are told apart; the name stands beside it.
import type { Calendar } from '#contract/booking/calendar.ts';

/** Apart from the colours of event types, and from each other in both schemes. */
const colours = ['#7A5AA8', '#0E8A8A', '#B0722A', '#A8456F', '#5B7A2E', '#3E6FB0', '#8A5A44', '#6B7280'] as const;

/** The colour of a calendar among all that the person sees; the same wherever it is shown. */
export function colourOf(calendars: readonly Pick<Calendar, 'id'>[], id: string): string {
  const index = calendars.findIndex((calendar) => calendar.id === id);
  return colours[Math.max(0, index) % colours.length] ?? colours[0];
}
