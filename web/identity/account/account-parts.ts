// The parts of one's own account, one shown at a time, and the sections in each; both are named in the address after `#`.

export const parts = [
  { id: 'profile', name: 'myAccount.profile', sections: ['picture', 'details', 'visibility', 'pictures'] },
  { id: 'availability', name: 'myAccount.availability', sections: ['hours', 'days', 'services', 'rules'] },
  { id: 'security', name: 'security.title', sections: ['password', 'second-factor', 'passkeys', 'sites', 'sessions'] },
  { id: 'more', name: 'myAccount.more', sections: ['devices', 'company', 'privacy'] },
] as const;

export type Part = (typeof parts)[number]['id'];

/** The part that an address names, itself or by one of its sections; else the first. */
export function partFromHash(hash: string): Part {
  const match = parts.find(({ id, sections }) => id === hash || sections.some((section) => section === hash));
  return (match ?? parts[0]).id;
}
