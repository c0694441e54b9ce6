// Kysely on one connection, for a transaction.
import { type CompiledQuery, type DatabaseConnection, DefaultQueryExecutor, Kysely, PostgresDialect } from 'kysely';
import { plugins } from './plugins.ts';
import type { Schema } from './schema.ts';

const dialect = new PostgresDialect({
  pool: { connect: () => Promise.reject(new Error('It has no pool.')), end: async () => {}, options: {} },
});

const compiler = dialect.createQueryCompiler();

const adapter = dialect.createAdapter();

const driver = dialect.createDriver();

const changingCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

interface Result {
  rows: unknown[];
  command: string;
  rowCount: number | null;
}

/**
 * Kysely on one connection. Its own form for single connections has a queue, which would undo pipelining; a dialect for
 * each transaction, which converts every name again, took five percent of a booking.
 */
export function kyselyOn(query: (text: string, values: readonly unknown[]) => Promise<Result>): Kysely<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery) {
      const { rows, command, rowCount } = await query(sql, parameters);
      // A statement of several commands has a list of results.
      return {
        rows: (rows ?? []) as R[],
        ...(changingCommands.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }),
      };
    },
    streamQuery() {
      throw new Error('Cursors are not used.');
    },
  };
  const provider = { provideConnection: <T>(use: (connection: DatabaseConnection) => Promise<T>) => use(connection) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider, plugins);
  return new Kysely<Schema>({ config: { dialect }, dialect, driver, executor });
}
