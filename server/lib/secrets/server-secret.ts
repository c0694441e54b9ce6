// Secrets that every process on one database shares: made by whoever needs one first.
import { randomBytes } from 'node:crypto';
import type { House } from '#server/lib/context.ts';

const known = new WeakMap<object, Map<string, Promise<Buffer>>>();

/** The 256-bit secret of this name; the same in all processes, kept in the database, never answered. */
export function serverSecret(house: House, name: string): Promise<Buffer> {
  const mine = known.get(house.database) ?? new Map<string, Promise<Buffer>>();
  known.set(house.database, mine);
  const found = mine.get(name) ?? read(house, name);
  mine.set(name, found);
  found.catch(() => mine.delete(name));
  return found;
}

async function read(house: House, name: string): Promise<Buffer> {
  const { write } = house.database;
  await write
    .insertInto('serverSecrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await write.selectFrom('serverSecrets').select('value').where('name', '=', name).executeTakeFirstOrThrow())
    .value;
}
