// Reads the facts of the demo that a start needs, without the code that loads it.
import type { Services } from '#server/lib/context.ts';

/** The password of every account of the demo. */
export const demoPassword = 'daybook-demo';

/** The setting that marks a database with the demo. */
export const demoMarker = 'demo.loaded';

/** True if the demo was ever loaded into this database: then it contains accounts with a public password. */
export async function hasDemo(services: Services): Promise<boolean> {
  const loaded = await services.database.read
    .selectFrom('settings')
    .select('key')
    .where('key', '=', demoMarker)
    .executeTakeFirst();
  return loaded !== undefined;
}
