// The contents of archives of companies: read as a whole, and changed.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { manifestName, openArchive } from '#server/lib/files/archive.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { zip } from './zip.ts';

export interface ArchiveContents {
  manifest: Record<string, unknown>;
  contents: Map<string, Buffer>;
}

/** The manifest of an archive, and the bytes of each entry. */
export async function readArchive(app: TestApp, archive: Buffer): Promise<ArchiveContents> {
  const path = join(app.config.dataDir, 'read.zip');
  await writeFile(path, archive);
  const { manifest, read: open, close } = await openArchive(path);
  const contents = new Map<string, Buffer>();
  for (const { name } of manifest.entries) contents.set(name, await buffer(await open(name)));
  close();
  return { manifest, contents };
}

/** The rows of a table. */
export const linesOf = (contents: Map<string, Buffer>, table: string): Record<string, unknown>[] =>
  String(contents.get(`tables/${table}.jsonl`) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Changes the entries and the manifest of an archive. */
export type ArchiveChange = (contents: Map<string, Buffer>, manifest: Record<string, unknown>) => void;

/** The archive with changes and a manifest that agrees with them. */
export function changed(
  original: ArchiveContents,
  change: ArchiveChange,
  entries: { name: string; content: string; claims?: number }[] = [],
): Buffer {
  const contents = new Map(original.contents);
  const manifest = structuredClone(original.manifest);
  change(contents, manifest);
  const all: ((typeof entries)[number] | { name: string; content: Buffer; claims?: undefined })[] = [
    ...[...contents].map(([name, content]) => ({ name, content })),
    ...entries,
  ];
  manifest.entries = all.map(({ name, content, claims }) => ({
    name,
    size: claims ?? Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return zip([...all, { name: manifestName, content: JSON.stringify(manifest) }]);
}

/** Changes each line of a table. */
export const changeRows =
  (table: string, change: (row: Record<string, unknown>) => object): ArchiveChange =>
  (contents) => {
    const lines = linesOf(contents, table).map((row) => `${JSON.stringify({ ...row, ...change(row) })}\n`);
    contents.set(`tables/${table}.jsonl`, Buffer.from(lines.join('')));
  };
