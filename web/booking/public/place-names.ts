// The names of a company and of its location, which are often the same.

/** Joins what is known about a person with their company, which is left out where the location of that name follows. */
export function withCompany(
  known: readonly (string | null | undefined)[],
  { companyName, location }: { companyName: string; location: { name: string } | null | undefined },
): string {
  const isSame = location?.name.trim().toLowerCase() === companyName.trim().toLowerCase();
  return [...known, !isSame && companyName].filter(Boolean).join(' · ');
}
