// Makes sure that all processes of a database store files in one place: a folder and the database have the same random
// id. Each start replaces it, so that a copy of the folder no longer fits.
import { hash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { isOutOfRoom } from '#server/db/database-away.ts';
import type { Config } from '#server/lib/config.ts';
import { noneIfAbsent } from './none-if-absent.ts';

const fileName = 'place.id';
const secretName = 'place of files';

interface FoundPlace {
  /** Of the database; undefined before its first start. */
  known: string | undefined;
  /** Ids of the folder or bucket: a start that was cut has left two. */
  own: readonly string[];
}

/**
 * Call it and `joinFilePlace` while no other process starts. `others`: how many processes of the database run. Throws
 * an error with one line for the operator when they store files elsewhere. With none, another place is only worth a
 * warning: it was moved, copied or restored. Changes nothing.
 */
export async function checkFilePlace(
  client: pg.Client,
  config: Config,
  { others, warn }: { others: number; warn: (line: string) => void },
): Promise<FoundPlace> {
  const place = { known: await idOfDatabase(client), own: await idsOfPlace(config) };
  if (place.known === undefined || place.own.includes(place.known)) return place;
  if (others > 0) throw new Error(elsewhere(config, place.own.length > 0));
  warn(
    `${nameOf(config)} is not where this database stored files before. Files that are missing now are in the former place.`,
  );
  return place;
}

/** Gives the folder and the database a new id. Throws an error with one line for a folder that cannot be used. */
export async function joinFilePlace(
  client: pg.Client,
  config: Config,
  { place: { known }, warn }: { place: FoundPlace; warn: (line: string) => void },
): Promise<void> {
  const id = config.s3 ? idOfBucket(config.s3) : randomBytes(16).toString('hex');
  try {
    // With both, the folder fits wherever the process is cut.
    if (!config.s3) await writeIds(config.dataDir, known ? [id, known] : [id]);
  } catch (error) {
    if (!(error instanceof Error && isOutOfRoom(error))) throw unusable(config, error);
    return warn(`The disk of DATA_DIR ${config.dataDir} is full. Make room.`);
  }
  await client.query(
    'insert into server_secrets (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [secretName, Buffer.from(id, 'hex')],
  );
}

/** Whether the folder or bucket is the one with which the last process of the database started. */
export async function hasFilePlace(client: pg.Client, config: Config): Promise<boolean> {
  const known = await idOfDatabase(client);
  return known === undefined || (await idsOfPlace(config)).includes(known);
}

async function idOfDatabase(client: pg.Client): Promise<string | undefined> {
  const { rows: present } = await client.query("select to_regclass('public.server_secrets') is not null as found");
  if (!present[0].found) return undefined;
  const { rows } = await client.query('select value from public.server_secrets where name = $1', [secretName]);
  return rows[0]?.value.toString('hex');
}

async function idsOfPlace(config: Config): Promise<string[]> {
  if (config.s3) return [idOfBucket(config.s3)];
  try {
    const text = await readFile(join(config.dataDir, fileName), 'utf8').catch(noneIfAbsent);
    return text?.split('\n').filter(Boolean) ?? [];
  } catch (error) {
    throw unusable(config, error);
  }
}

function unusable({ dataDir }: Config, cause: unknown): Error {
  return new Error(`DATA_DIR ${dataDir} cannot be used: ${cause instanceof Error ? cause.message : cause}`, { cause });
}

/** One bucket may have several endpoints. */
function idOfBucket({ bucket, prefix }: NonNullable<Config['s3']>): string {
  return hash('sha256', `${bucket}/${prefix}`, 'hex');
}

async function writeIds(dataDir: string, ids: readonly string[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, fileName);
  await writeFile(`${path}.part`, ids.map((id) => `${id}\n`).join(''), { flush: true });
  await rename(`${path}.part`, path);
}

function elsewhere(config: Config, isCopy: boolean): string {
  const own = `${nameOf(config)}${isCopy && !config.s3 ? ', which is a copy or belongs to another database' : ''}`;
  return `Another process of this database stores its files elsewhere than in ${own}. All processes need the same DATA_DIR, or the same S3_BUCKET.`;
}

function nameOf({ s3, dataDir }: Config): string {
  return s3 ? `the bucket ${s3.bucket}` : `DATA_DIR ${dataDir}`;
}
