// Builds stored files with their bytes.
import { createHash, randomUUIDv7 } from 'node:crypto';
import type { Services } from '#server/lib/context.ts';
import { nextNumber } from './next-number.ts';

/** A stored file of a company, or of the installation itself (null), with its bytes. */
export async function buildFile(
  services: Services,
  company: { id: string } | null,
  options: { bytes?: Buffer; mimeType?: string; name?: string; isPublic?: boolean; uploadedBy?: string } = {},
): Promise<{ id: string; bytes: Buffer; sha256: string }> {
  const id = randomUUIDv7();
  const bytes = options.bytes ?? Buffer.from(`file ${nextNumber()}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await services.files.put(id, bytes);
  await services.database.write
    .insertInto('files')
    .values({
      id,
      companyId: company?.id ?? null,
      displayName: options.name ?? 'note.txt',
      mimeType: options.mimeType ?? 'text/plain',
      size: bytes.length,
      sha256,
      isPublic: options.isPublic ?? false,
      uploadedBy: options.uploadedBy ?? null,
    })
    .execute();
  return { id, bytes, sha256 };
}
