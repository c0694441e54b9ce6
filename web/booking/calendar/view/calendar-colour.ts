// The edge colour that distinguishes events of several calendars. The calendar's name accompanies it.
import type { Calendar } from '#contract/booking/calendar.ts';

/** Distinct from the event type colours and from each other, in both colour schemes. */
const colours = ['#7A5AA8', '#0E8A8A', '#B0722A', '#A8456F', '#5B7A2E', '#3E6FB0', '#8A5A44', '#6B7280'] as const;

/** The colour of a calendar among all visible ones; stable across views. */
export function colourOf(calendars: readonly Pick<Calendar, 'id'>[], id: string): string {
  const index = calendars.findIndex((calendar) => calendar.id === id);
  return colours[Math.max(0, index) % colours.length] ?? colours[0];
}
