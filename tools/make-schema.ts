// Writes server/db/schema.ts from the migrations: `npm run make:schema`, after a new migration.
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { describeSchema } from '#server/db/catalogue.ts';
import { testDatabase } from '#server/testing/database/database.ts';

const database = await testDatabase();
const client = new pg.Client(database.connection);
await client.connect();
await writeFile(new URL('../server/db/schema.ts', import.meta.url), await describeSchema(client));
await client.end();
await database.drop();
