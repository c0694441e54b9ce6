// Where the rows of a list come from.
import type { Expression } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';

export interface Source {
  /** The rows the caller may see: a column for each field of the row, each row with an `id` of its own. */
  rows(context: SignedIn): Expression<object>;
  /**
   * For lists of millions: a column of the rows that holds the folded texts of these fields, one per line, with a trigram
   * index. The plain search then looks only there.
   */
  searchColumn?: { column: string; of: readonly string[] };
  /** Fields that are names in another, much shorter table: whose ids have the words is asked first, and found by an index. */
  lookups?: Readonly<Record<string, { column: string; ids(context: SignedIn, pattern: string): Promise<string[]> }>>;
  /**
   * For lists that say a few texts many times, each folded once: columns of the rows that hold these fields folded, and one that
   * holds them all.
   */
  foldedColumns?: { all: string; fields: Readonly<Record<string, string>> };
}
