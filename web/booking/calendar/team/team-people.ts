// Selects the people of the team to show: those who work in the time in view, or those chosen, at one location or all.
import type { TeamMember } from '#contract/booking/calendar.ts';
import { compareNames } from '#contract/lib/folded.ts';

export interface ShownPerson {
  member: TeamMember;
  /** At the chosen location, else at any; undefined for a person without a place of work, who is never closed. */
  open: readonly { start: string; end: string }[] | undefined;
}

interface Choice {
  /** Undefined for all who work. */
  ids: readonly string[] | undefined;
  locationId: string | undefined;
}

export function shownPeople(team: readonly TeamMember[], { ids, locationId }: Choice): ShownPerson[] {
  return team
    .filter(({ workplaces }) => !locationId || workplaces.some(({ id }) => id === locationId))
    .filter((member) => (ids ? ids.includes(member.calendarId) : isAtWork(member, locationId)))
    .map((member) => ({ member, open: openTimesOf(member, locationId) }));
}

/** The locations of the team, by name. */
export function locationsOf(team: readonly TeamMember[]): { id: string; name: string }[] {
  const all = new Map(team.flatMap(({ workplaces }) => workplaces.map(({ id, name }) => [id, name] as const)));
  return [...all].map(([id, name]) => ({ id, name })).sort((one, other) => compareNames(one.name, other.name));
}

/** A member is at work with open times or events: a person who came on their day off is part of the day. */
function isAtWork(member: TeamMember, locationId: string | undefined): boolean {
  const open = openTimesOf(member, locationId);
  return open === undefined || open.length > 0 || member.events.some(({ allDay }) => !allDay);
}

function openTimesOf({ workplaces }: TeamMember, locationId: string | undefined) {
  if (workplaces.length === 0) return undefined;
  return workplaces.filter(({ id }) => !locationId || id === locationId).flatMap(({ open }) => open);
}
