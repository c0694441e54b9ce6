// A database as it was before a migration, for tests of the move of data.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { migrationFiles, migrationSql } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/pool.ts';
import { testDatabase } from './database.ts';

export async function databaseBefore(migration: string) {
  const created = await testDatabase();
  const database = openDatabase(created.connection, { max: 1 });
  const client = await database.connect();
  await client.query('drop schema public cascade; create schema public');
  const files = await migrationFiles();
  for (const name of files.slice(0, files.indexOf(migration))) await client.query(await migrationSql(name));
  return {
    client,
    connection: created.connection,
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.close();
      await created.drop();
    },
  };
}

/** Inserts a row of a former table, which the types of today do not know. Returns its id. */
export async function insertRow(client: pg.Client, table: string, row: Record<string, unknown>): Promise<string> {
  const id = randomUUID();
  const values = { id, ...row };
  const names = Object.keys(values);
  await client.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(values),
  );
  return id;
}
