// Divides the rows of an import into those of one statement. Between two, the database serves others.

/** Rows of a statement. */
const batchSize = 500;

export function* batches<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
