// Databases for tests of the migrations themselves.
import type { Database } from '#server/db/pool.ts';
import { openDatabase } from '#server/db/pool.ts';
import { testDatabase } from './database.ts';
import { dropEventFiguresCheck } from './event-figures-check.ts';
import { connectTimeout } from './reused-database.ts';

/** A database without tables. `client` is a connection of its own beside the pools of `database`. */
export function emptyDatabase() {
  return connectedDatabase('drop schema public cascade; create schema public');
}

/** A database with exactly what the migrations and the SQL files make. */
export function migratedDatabase() {
  return connectedDatabase(dropEventFiguresCheck);
}

async function connectedDatabase(prepare: string) {
  const created = await testDatabase();
  const database: Database = openDatabase(created.connection, { max: 2, connectTimeout });
  const client = await database.connect();
  await client.query(prepare);
  return {
    client,
    database,
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.close();
      await created.drop();
    },
  };
}
