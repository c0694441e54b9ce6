// Makes sure that the installation's key is that of the data: with another one, no stored secret could be read.
import type pg from 'pg';
import type { Config } from '#server/lib/config.ts';
import { hasKey, signText } from './secret-box.ts';

const secretName = 'check of the key';

/**
 * Call it while no other process starts. Throws an error with one line for the operator when the key is missing, or not
 * the one with which the database was used before. With `acceptsNew`, it throws only while other processes of the
 * database run: they would continue with the former key. Changes nothing.
 */
export async function checkSecretKey(
  client: pg.Client,
  config: Config,
  { others, acceptsNew }: { others: number; acceptsNew: boolean },
): Promise<void> {
  const { rows: present } = await client.query("select to_regclass('public.server_secrets') is not null as found");
  if (!present[0].found) return;
  const { rows } = await client.query('select value from public.server_secrets where name = $1', [secretName]);
  const [stored] = rows;
  const isThere = hasKey(config);
  if (!stored || (isThere && sign(config).equals(stored.value))) return;
  if (acceptsNew) {
    if (others === 0) return;
    throw new Error('Other processes of this database run with the former key. Stop them, then start with --new-key.');
  }
  const source = config.secretKey ? 'SECRET_KEY' : `secret.key in DATA_DIR ${config.dataDir}`;
  const wayOut =
    'Put the former key back, or start once with --new-key: passwords of mail servers and second factors are lost then.';
  if (!isThere) throw new Error(`There is no ${source}, and this database has been used with one. ${wayOut}`);
  throw new Error(`The ${source} is not the key with which this database was used before. ${wayOut}`);
}

/** Stores a signature, by which later starts recognize the key. */
export async function rememberKey(client: pg.Client, config: Config): Promise<void> {
  await client.query(
    'insert into server_secrets (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [secretName, sign(config)],
  );
}

const sign = (config: Config) => signText(config, secretName, '');
