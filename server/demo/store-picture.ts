// Stores one of the demo's finished pictures as a public file.
import { createHash, randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ServiceContext } from '#server/lib/context.ts';

const folder = new URL('./pictures/', import.meta.url);

/** Stores `pictures/<name>.webp` for a company, or for the installation itself (null), and returns its id. */
export async function storeDemoPicture(
  context: ServiceContext,
  companyId: string | null,
  name: string,
  size: { width: number; height: number },
): Promise<string> {
  const bytes = await readFile(new URL(`${name}.webp`, folder));
  const id = randomUUIDv7();
  await context.files.put(id, bytes);
  await context.db
    .insertInto('files')
    .values({
      id,
      companyId,
      displayName: `${name}.webp`,
      mimeType: 'image/webp',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ...size,
      isPublic: true,
      createdAt: context.clock.now(),
    })
    .execute();
  return id;
}
