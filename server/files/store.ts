// Queries for stored files that the caller may see.
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';

export interface StoredFile {
  id: string;
  displayName: string;
  mimeType: string;
  sha256: string;
  isPublic: boolean;
}

/** A public file, or one of the caller's company. Throws 404 for an unknown file and for one of another company. */
export async function visibleFile(context: Context, id: string): Promise<StoredFile> {
  const file = await context.db
    .selectFrom('files')
    .select(['id', 'displayName', 'mimeType', 'sha256', 'isPublic', 'companyId'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!file) throw notFound();
  const own = context.user !== undefined && file.companyId === context.user.companyId;
  if (!file.isPublic && !own) throw notFound();
  return file;
}

const day = 24 * 60 * 60;

/**
 * Cache lifetime of an answer made from the file (seconds). The bytes of an id never change, but the permission can.
 */
export function cacheOptions(file: StoredFile): { maxAge: number; shared: boolean } {
  return file.isPublic ? { maxAge: 30 * day, shared: true } : { maxAge: 300, shared: false };
}
