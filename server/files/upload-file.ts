// Stores a file that somebody sends, once its content is what its name says.
import type { StoredFileAnswer } from '#contract/files.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid } from '#server/lib/refusal.ts';
import { sniffFile } from './sniff-file.ts';
import { storeUpload } from './store-upload.ts';
import { throttleUploads } from './throttle-uploads.ts';
import { fileSettings } from './upload-settings.ts';

/** Throws 417 with Key `File` for a kind that may not be stored, and for a name that says something else than the content. */
export async function uploadFile(context: SignedIn, { upload }: { upload: Upload }): Promise<StoredFileAnswer> {
  await throttleUploads(context);
  const settings = await fileSettings(context.db);
  const { name, bytes } = await upload.receive(settings.maxSize);
  const extension = extensionOf(name);
  const found = sniffFile(bytes);
  // What is in a .csv cannot be told from other text.
  const isCsv = extension === 'csv' && found === 'text/plain';
  const mimeType = isCsv ? 'text/csv' : found;
  if (!settings.mimeTypes.some((kind) => kind.mimeType === mimeType && kind.extension === extension) || !mimeType) {
    throw invalid('File', 'file.type');
  }
  const { id, displayName } = await storeUpload(context, { name, bytes, mimeType });
  return { id, displayName, mimeType, size: bytes.length };
}

/** The part of a file's name behind its last dot, in lower case. */
export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
