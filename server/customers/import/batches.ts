// Divides the rows of an import into those of one statement or transaction. Between two, the database serves others.

/** Rows of a statement. */
const batchSize = 500;

export function* batches<T>(items: readonly T[], size = batchSize): Generator<T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
