// The installation's key pair for push messages (VAPID, RFC 8292), created on first use and shared by all processes.
import type { Services } from '#server/lib/context.ts';
import { openSecret, sealSecret } from '#server/lib/secrets/secret-box.ts';

const purpose = 'push key';

type Given = Pick<Services, 'database' | 'config' | 'clock'>;

export interface PushKey {
  publicKey: string;
  privateKey: string;
}

export async function pushKey(context: Given): Promise<PushKey> {
  return (await storedKey(context)) ?? makeKey(context);
}

async function storedKey({ database, config }: Given): Promise<PushKey | undefined> {
  const row = await database.read.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirst();
  return row && { publicKey: row.publicKey, privateKey: openSecret(config, purpose, row.privateKey) };
}

async function makeKey(context: Given): Promise<PushKey> {
  // Loaded on first use: an installation needs it once.
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const sealed = sealSecret(context.config, purpose, privateKey);
  const { write } = context.database;
  await write
    .insertInto('pushKeys')
    .values({ publicKey, privateKey: sealed, createdAt: context.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Another process may have inserted a key first; the stored one wins.
  const stored = await write.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirstOrThrow();
  return { publicKey: stored.publicKey, privateKey: openSecret(context.config, purpose, stored.privateKey) };
}
