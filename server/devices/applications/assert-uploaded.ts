// Checks that a record of the operator names an uploaded file of a type.
import { sql } from 'kysely';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';

/** Throws 417 with Key `FileUploads_Id` for an unknown file, and for one of another type. */
export async function assertUploaded({ db }: SignedIn, id: string, mimeTypes: readonly string[]): Promise<void> {
  const { rows } = await sql<{ mimeType: string }>`
    select mime_type from files where id = ${id}`.execute(db);
  const [file] = rows;
  if (!file) throw invalid('FileUploads_Id', 'list.devices.unknownFile');
  if (!mimeTypes.includes(file.mimeType)) throw invalid('FileUploads_Id', 'file.type');
}
