// Writes server/db/schema.ts from the migrations, and server/db/sql-version.ts from the SQL files: `npm run
// make:schema`.
import { writeFile } from 'node:fs/promises';
import pg from 'pg';
import { describeSchema } from '#server/db/catalogue.ts';
import { digestOfAll, readSqlObjects } from '#server/db/sql-files.ts';
import { sqlVersion } from '#server/db/sql-version.ts';
import { testDatabase } from '#server/testing/database/database.ts';

const database = await testDatabase();
const client = new pg.Client(database.connection);
await client.connect();
await writeFile(new URL('../server/db/schema.ts', import.meta.url), await describeSchema(client));
await client.end();
await database.drop();

const digest = digestOfAll(await readSqlObjects());
if (digest !== sqlVersion.digest) {
  await writeFile(
    new URL('../server/db/sql-version.ts', import.meta.url),
    `// The version of the SQL files, written by \`npm run make:schema\` when one of them has changed: it only grows. A process
// with a lower version than the database has stops, instead of applying older functions.
export const sqlVersion = { number: ${sqlVersion.number + 1}, digest: '${digest}' };
`,
  );
}
