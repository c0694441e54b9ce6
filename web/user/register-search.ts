// What the address of the registration carries: the plan.

export interface RegisterSearch {
  planNumber?: number;
}

export function readRegisterSearch(search: Record<string, unknown>): RegisterSearch {
  // As the specification spells it, and as people do.
  const given = Number(search.planNumber ?? search.plannumber);
  return Number.isInteger(given) && given > 0 ? { planNumber: given } : {};
}
