// Stores an uploaded file if its content matches its name.
import type { StoredFileAnswer } from '#contract/files.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid } from '#server/lib/refusal.ts';
import { sniffFile } from './sniff-file.ts';
import { storeUpload } from './store-upload.ts';
import { throttleUploads } from './throttle-uploads.ts';
import { fileSettings } from './upload-settings.ts';

/** Throws 417 with Key `File` for a type that may not be stored, and for an extension that contradicts the content. */
export async function uploadFile(context: SignedIn, { upload }: { upload: Upload }): Promise<StoredFileAnswer> {
  await throttleUploads(context);
  const settings = await fileSettings(context.db);
  const { name, bytes } = await upload.receive(settings.maxSize);
  const extension = extensionOf(name);
  const found = sniffFile(bytes);
  // CSV is indistinguishable from other text.
  const isCsv = extension === 'csv' && found === 'text/plain';
  const mimeType = isCsv ? 'text/csv' : found;
  if (!settings.mimeTypes.some((kind) => kind.mimeType === mimeType && kind.extension === extension) || !mimeType) {
    throw invalid('File', 'file.type');
  }
  const { id, displayName } = await storeUpload(context, { name, bytes, mimeType });
  return { id, displayName, mimeType, size: bytes.length };
}

/** The part of a file name after its last dot, in lower case. */
export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
