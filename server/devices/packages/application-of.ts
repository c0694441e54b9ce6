// Finds the application that runs beside devices of a kind: the newest one that the operator uploaded, else the agent
// of the product.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import type { DeviceKind } from '#contract/devices/devices.ts';
import type { Services } from '#server/lib/context.ts';
import { Refusal } from '#server/lib/refusal.ts';

interface ApplicationFile {
  /** A path with `/` between folders. */
  name: string;
  content: Buffer;
}

export interface DeviceApplication {
  version: string;
  /** Of the uploaded file, or of the list of files of the agent. */
  sha256: string;
  files: readonly ApplicationFile[];
}

const agentFolder = fileURLToPath(new URL('../../../device', import.meta.url));
/** Bytes of an application when it is unpacked. */
const maxUnpacked = 100 * 2 ** 20;
const maxFiles = 2_000;

/** Throws 409 for an uploaded application that is lost, is no archive, or becomes too large. */
export async function applicationOf(
  { database, files }: Pick<Services, 'database' | 'files'>,
  kind: DeviceKind,
): Promise<DeviceApplication> {
  const { rows } = await sql<{ version: string; fileId: string }>`
    select version, file_id from device_applications where kind = ${kind}
    order by string_to_array(nullif(version, ''), '.')::int[] desc nulls last, created_at desc limit 1`.execute(
    database.read,
  );
  const [uploaded] = rows;
  if (!uploaded) return agentOfProduct();
  const body = await files.read(uploaded.fileId);
  if (!body) throw broken();
  const bytes = await buffer(body);
  return { version: uploaded.version, sha256: hashOf(bytes), files: await unpack(bytes) };
}

let agent: Promise<DeviceApplication> | undefined;

/** Read once: its files change with the product. */
function agentOfProduct(): Promise<DeviceApplication> {
  agent ??= readAgent();
  return agent;
}

async function readAgent(): Promise<DeviceApplication> {
  const names = (await readdir(agentFolder, { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(mjs|txt|service|plist|ps1)$/.test(name))
    .sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(join(agentFolder, name)) })),
  );
  const version =
    files
      .find(({ name }) => name === 'version.txt')
      ?.content.toString()
      .trim() ?? '';
  return { version, sha256: hashOf(Buffer.from(sumsOf(files))), files };
}

/** As `sha256sum -c` reads it. */
export function sumsOf(files: readonly ApplicationFile[]): string {
  return files.map(({ name, content }) => `${hashOf(content)}  ${name}\n`).join('');
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function unpack(bytes: Buffer): Promise<ApplicationFile[]> {
  const files: ApplicationFile[] = [];
  let unpacked = 0;
  try {
    // Refuses names that lead out of their folder, and entries of another size than they say.
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      unpacked += entry.uncompressedSize;
      if (unpacked > maxUnpacked || files.length >= maxFiles) throw broken();
      files.push({ name: entry.fileName, content: await buffer(await zip.openReadStreamPromise(entry)) });
    }
  } catch {
    throw broken();
  }
  if (files.length === 0) throw broken();
  return files;
}

function broken(): Refusal {
  return new Refusal(409, 'list.devices.brokenApplication');
}
