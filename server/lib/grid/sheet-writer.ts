// What writes a list as a file of one format.

/** Takes the rows of one file after the other, its head first; `end` writes what stands after the last. */
export interface SheetWriter {
  head(titles: readonly string[]): string | Buffer;
  row(cells: readonly unknown[]): string | Buffer;
  end(): string | Buffer;
}
