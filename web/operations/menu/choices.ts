// What a row of the menu's tree offers.

export interface PageChoice {
  id: string;
  name: string;
  sRef: string;
}

/** Where on a row something is let go. */
export type Edge = 'before' | 'inside' | 'after';
