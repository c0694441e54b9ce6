// The parts of the account page, shown one at a time, and their sections. The address names either after `#`.

export const parts = [
  { id: 'profile', name: 'myAccount.profile', sections: ['picture', 'details', 'visibility', 'pictures'] },
  {
    id: 'availability',
    name: 'myAccount.availability',
    sections: ['hours', 'days', 'services', 'rules', 'other-calendars'],
  },
  { id: 'security', name: 'security.title', sections: ['password', 'second-factor', 'passkeys', 'sites', 'sessions'] },
  { id: 'more', name: 'myAccount.more', sections: ['calendar-feeds', 'devices', 'reminders', 'company', 'privacy'] },
] as const;

export type Part = (typeof parts)[number]['id'];

/** Returns the part that the hash names, directly or by one of its sections; else the first. */
export function partFromHash(hash: string): Part {
  const match = parts.find(({ id, sections }) => id === hash || sections.some((section) => section === hash));
  return (match ?? parts[0]).id;
}
