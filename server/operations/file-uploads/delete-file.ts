// Deletes a stored file: first its row, then its bytes.
import { systemFileUploads } from '#contract/operations/file-uploads.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { withConflictRefusals } from '#server/lib/grid/grid-of.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';

/** Throws 404 for an unknown file, 409 for a system file and for a file in use. */
export async function deleteFile(context: SignedIn, { id }: { id: string }): Promise<undefined> {
  const act = async (tx: SignedIn) => {
    const file = await tx.db
      .selectFrom('files')
      .select(['displayName', 'isSystem'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!file) throw notFound();
    if (file.isSystem) throw new Refusal(409, 'grid.isSystem');
    await tx.db.deleteFrom('files').where('id', '=', id).execute();
    await audit(tx, `Deleted the file ${file.displayName}`);
  };
  await withConflictRefusals(context, systemFileUploads, {}, act, true);
  // Bytes without a row are unreachable; a row without bytes would be a broken picture.
  await context.files.remove(id).catch((error: unknown) => context.log.warn({ err: error }, 'a file was left behind'));
  return undefined;
}
