// Serves a plain list: its rows are those of one table, and what is written are columns of it.
import { sql } from 'kysely';
import type { Resource, ResourceDeclaration } from '#contract/lib/resource.ts';
import type { Service } from '#contract/lib/service.ts';
import type { Schema } from '#server/db/schema.ts';
import { type Handlers, type ServiceRoutes, serve } from '#server/lib/http/serve.ts';
import { gridOf, versionOf } from './grid-of.ts';

/** For a list without operations of its own. `more`: the unique indexes of the table, and what is not as plain (see `Store`). */
export function tableList<D extends ResourceDeclaration & { more?: never }>(
  list: Resource<D>,
  table: keyof Schema & string,
  more: Omit<Partial<Parameters<typeof gridOf<D>>[1]>, 'table'> = {},
): ServiceRoutes {
  const store: Parameters<typeof gridOf<D>>[1] = {
    rows: () => sql<object>`select t.*, ${versionOf('t')} from ${sql.table(table)} t`,
    table,
    values: (_, input) => input as object,
    ...more,
  };
  // The handlers are exactly those of the declared operations: `gridOf` says so by its type for each list.
  return serve(list.operations as Service, gridOf(list, store) as unknown as Handlers<Service>);
}
