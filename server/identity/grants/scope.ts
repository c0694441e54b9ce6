// Which people an administrator or an operator reaches.

export interface Scope {
  /** Of every company, not only of the caller's own. */
  anywhere: boolean;
}

export const here: Scope = { anywhere: false };
export const anywhere: Scope = { anywhere: true };
