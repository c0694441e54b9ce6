// The names of a company and of its location, which are often the same, and the address of the location.
import type { Profile } from '#contract/booking/public.ts';

export type PublicLocation = NonNullable<Profile['location']>;

/** Joins what is known about a person with their company, which is left out where the location of that name follows. */
export function withCompany(
  known: readonly (string | null | undefined)[],
  { companyName, location }: { companyName: string; location: { name: string } | null | undefined },
): string {
  const isSame = location?.name.trim().toLowerCase() === companyName.trim().toLowerCase();
  return [...known, !isSame && companyName].filter(Boolean).join(' · ');
}

/** The address of a location in one line: as typed, with the town of its place on the map where that adds something. */
export function addressLine({ address, geoLocation }: Pick<PublicLocation, 'address' | 'geoLocation'>): string {
  const found = geoLocation?.lineAddress ?? '';
  if (!address || !found) return address || found;
  const [typed, known] = [address.toLowerCase(), found.toLowerCase()];
  if (known.includes(typed)) return found;
  const [town = ''] = known.split(',');
  return typed.includes(town) ? address : `${address}, ${found}`;
}
