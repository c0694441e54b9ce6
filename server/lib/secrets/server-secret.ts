// Secrets shared by all processes of one database; the first process that needs one creates it.
import { randomBytes } from 'node:crypto';
import { dbOn } from '#server/db/pool.ts';
import type { Services } from '#server/lib/context.ts';

const secretsByDatabase = new WeakMap<object, Map<string, Promise<Buffer>>>();

/** Returns the 256-bit secret of this name: the same in all processes, stored in the database, never sent. */
export function serverSecret(services: Services, name: string): Promise<Buffer> {
  const secrets = secretsByDatabase.get(services.database) ?? new Map<string, Promise<Buffer>>();
  secretsByDatabase.set(services.database, secrets);
  const found = secrets.get(name) ?? read(services, name);
  secrets.set(name, found);
  found.catch(() => secrets.delete(name));
  return found;
}

/** Once a process and secret, on a connection of its own: the caller may hold one of each pool. */
async function read({ database }: Services, name: string): Promise<Buffer> {
  const client = await database.connect();
  try {
    const db = dbOn(client);
    await db
      .insertInto('serverSecrets')
      .values({ name, value: randomBytes(32) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { value } = await db
      .selectFrom('serverSecrets')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return value;
  } finally {
    await client.end();
  }
}
