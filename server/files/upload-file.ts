// Stores an uploaded file if its content matches its name.
import type { StoredFileAnswer, UploadUse } from '#contract/files.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { invalid } from '#server/lib/refusal.ts';
import { sniffFile } from './sniff-file.ts';
import { storeUpload } from './store-upload.ts';
import { throttleUploads } from './throttle-uploads.ts';
import { fileSettings } from './upload-settings.ts';

const textTypes: Readonly<Record<string, string>> = { csv: 'text/csv', md: 'text/markdown' };

/** Throws 417 with Key `File` for a type that may not be stored, and for an extension that contradicts the content. */
export async function uploadFile(
  context: SignedIn,
  { upload, use }: { upload: Upload; use: UploadUse },
): Promise<StoredFileAnswer> {
  await throttleUploads(context);
  const settings = await fileSettings(context.db, use);
  const { name, bytes } = await upload.receive(settings.maxSize);
  const extension = extensionOf(name);
  const found = sniffFile(bytes);
  // CSV and Markdown are indistinguishable from other text.
  const mimeType = found === 'text/plain' ? (textTypes[extension] ?? found) : found;
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
