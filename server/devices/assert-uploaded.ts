// Checks that a record of the operator names an uploaded file of a use.
import { sql } from 'kysely';
import type { UploadUse } from '#contract/files.ts';
import { limitsOfUse } from '#server/files/upload-settings.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/**
 * Throws 417 with Key `FileUploads_Id` for an unknown file, and for one that could not be uploaded for this use: it can
 * have been uploaded for another.
 */
export async function assertUploaded({ db }: SignedIn, id: string, use: Exclude<UploadUse, 'any'>): Promise<void> {
  const { mimeTypes, maxSize } = limitsOfUse[use];
  const { rows } = await sql<{ mimeType: string; size: number }>`
    select mime_type, size from files where id = ${id}`.execute(db);
  const [file] = rows;
  if (!file) throw invalid('FileUploads_Id', 'list.devices.unknownFile');
  if (!mimeTypes.some(({ mimeType }) => mimeType === file.mimeType)) throw invalid('FileUploads_Id', 'file.type');
  if (file.size > maxSize) throw invalid('FileUploads_Id', 'file.large', { maximum: maxSize / 1024 / 1024 });
}
