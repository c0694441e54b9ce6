// Types shared by the rows of the menu tree.

export interface PageChoice {
  id: string;
  name: string;
  sRef: string;
}

/** The part of a row on which an item is dropped. */
export type Edge = 'before' | 'inside' | 'after';
