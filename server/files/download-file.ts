// Sends a stored file as a download.

import type { Context } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { cacheOptions, visibleFile } from './store.ts';

/** Finds a file that is not among the stored files, such as the archive of a backup; undefined if there is none. */
export type FindOther = (context: Context, input: { id: string }) => Promise<FileAnswer | undefined>;

export async function downloadFile(context: Context, input: { id: string }, findOther: FindOther): Promise<FileAnswer> {
  const file = await visibleFile(context, input.id).catch(async (error: unknown) => {
    const other = error instanceof Refusal && error.status === 404 ? await findOther(context, input) : undefined;
    if (!other) throw error;
    return other;
  });
  if (file instanceof FileAnswer) return file;
  const body = await context.files.read(file.id);
  if (!body) throw notFound();
  return new FileAnswer(body, file.mimeType, {
    name: file.displayName,
    etag: `"${file.sha256}"`,
    ...cacheOptions(file),
  });
}
