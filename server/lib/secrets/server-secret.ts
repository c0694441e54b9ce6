// Secrets shared by all processes of one database; the first process that needs one creates it.
import { randomBytes } from 'node:crypto';
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

async function read(services: Services, name: string): Promise<Buffer> {
  const { write } = services.database;
  await write
    .insertInto('serverSecrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await write.selectFrom('serverSecrets').select('value').where('name', '=', name).executeTakeFirstOrThrow())
    .value;
}
