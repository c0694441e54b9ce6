// Makes sure that the installation's key is that of the data: with another one, no stored secret could be read.
import type pg from 'pg';
import type { Config } from '#server/lib/config.ts';
import { hasKey, signText } from './secret-box.ts';

const secretName = 'check of the key';

/**
 * Call it while no other process starts. Throws an error with one line for the operator when the key is missing, or not
 * the one with which the database was used before, unless `accepts` it. Changes nothing.
 */
export async function checkSecretKey(client: pg.Client, config: Config, accepts: boolean): Promise<void> {
  const { rows: present } = await client.query("select to_regclass('public.server_secrets') is not null as found");
  if (!present[0].found || accepts) return;
  const { rows } = await client.query('select value from public.server_secrets where name = $1', [secretName]);
  const [stored] = rows;
  if (!stored) return;
  const source = config.secretKey ? 'SECRET_KEY' : `secret.key in DATA_DIR ${config.dataDir}`;
  const wayOut =
    'Put the former key back, or start once with --new-key: passwords of mail servers and second factors are lost then.';
  if (!hasKey(config)) throw new Error(`There is no ${source}, and this database has been used with one. ${wayOut}`);
  if (!sign(config).equals(stored.value)) {
    throw new Error(`The ${source} is not the key with which this database was used before. ${wayOut}`);
  }
}

/** Stores by which later starts recognize the key. */
export async function rememberKey(client: pg.Client, config: Config): Promise<void> {
  await client.query(
    'insert into server_secrets (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [secretName, sign(config)],
  );
}

const sign = (config: Config) => signText(config, secretName, '');
