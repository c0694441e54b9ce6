// Sends a stored file as a download.

import type { Context } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { cacheOptions, visibleFile } from './store.ts';

export async function downloadFile(context: Context, input: { id: string }): Promise<FileAnswer> {
  const file = await visibleFile(context, input.id);
  const body = await context.files.read(file.id);
  if (!body) throw notFound();
  return new FileAnswer(body, file.mimeType, {
    name: file.displayName,
    etag: `"${file.sha256}"`,
    ...cacheOptions(file),
  });
}
