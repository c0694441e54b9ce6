// The people that an administrator or an operator can reach.

export interface GrantScope {
  /** Includes every company, not only the caller's. */
  anywhere: boolean;
}

export const here: GrantScope = { anywhere: false };
export const anywhere: GrantScope = { anywhere: true };
