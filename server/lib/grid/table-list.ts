// Serves a plain list, whose rows and inputs are those of one table.
import { sql } from 'kysely';
import type { Resource, ResourceDeclaration } from '#contract/lib/resource.ts';
import type { Service } from '#contract/lib/service.ts';
import type { Schema } from '#server/db/schema.ts';
import { type Handlers, type ServiceRoutes, serve } from '#server/lib/http/serve.ts';
import { gridOf, type InputOf, versionOf } from './grid-of.ts';

/** A table that has a column for every field of an input. */
type TableFor<Table extends keyof Schema & string, Input> = keyof Input extends keyof Schema[Table] ? Table : never;

/** Serves a list without operations of its own. `more`: the unique indexes of the table, and options of `Store`. */
export function tableList<D extends ResourceDeclaration & { more?: never }, T extends keyof Schema & string>(
  list: Resource<D>,
  table: TableFor<T, InputOf<D>>,
  more: Omit<Partial<Parameters<typeof gridOf<D>>[1]>, 'table'> = {},
): ServiceRoutes {
  const store: Parameters<typeof gridOf<D>>[1] = {
    rows: () => sql<object>`select t.*, ${versionOf('t')} from ${sql.table(table)} t`,
    table,
    values: (_, input) => input as object,
    ...more,
  };
  // The handlers match the declared operations: the type of `gridOf` ensures it for each list.
  return serve(list.operations as Service, gridOf(list, store) as unknown as Handlers<Service>);
}
