// The people that an administrator or an operator can reach.

export interface Scope {
  /** Includes every company, not only the caller's. */
  anywhere: boolean;
}

export const here: Scope = { anywhere: false };
export const anywhere: Scope = { anywhere: true };
