// The sizes that templates and papers may have.

export const paperLimits = {
  /** Characters of a template. */
  characters: 65_536,
  /** Lines of a template. */
  lines: 1_000,
  /** Characters of a line of a template. */
  lineCharacters: 2_000,
  /** Characters of a value. */
  valueCharacters: 50_000,
  /** Rows of a list. */
  rows: 500,
  /** Lines of a paper. */
  printedLines: 5_000,
  /** Complaints about a template that are reported at once. */
  complaints: 20,
} as const;
