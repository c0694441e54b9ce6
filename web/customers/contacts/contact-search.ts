// The search parameters of a customer's card.
export interface ContactSearch {
  /** The visit that the link was about. */
  visit?: string | undefined;
}

export function readContactSearch({ visit }: Record<string, unknown>): ContactSearch {
  return typeof visit === 'string' ? { visit } : {};
}
