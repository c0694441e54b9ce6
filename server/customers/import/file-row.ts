// A row of a file with customers.

export interface FileRow {
  /** The line of the file on which it begins, from 1. */
  line: number;
  cells: string[];
  /** The row cannot be read. */
  isBroken?: boolean;
}
