// Divides a list into chunks, each of which is a transaction or a statement.

/** Rows of a transaction. */
export const chunkSize = 200;

export function* chunksOf<T>(items: readonly T[], size = chunkSize): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
