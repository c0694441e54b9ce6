// Stores an uploaded picture.
import type { files } from '#contract/files.ts';
import type { Output, Parsed } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { Upload } from '#server/lib/http/upload.ts';
import { storePicture } from './store-picture.ts';
import { throttleUploads } from './throttle-uploads.ts';
import { imageSettings } from './upload-settings.ts';

/** Throws 417 with Key `File` for a file that is too large or no acceptable picture. */
export async function uploadImage(
  context: SignedIn,
  { upload, use }: Parsed<typeof files.uploadImage> & { upload: Upload },
): Promise<Output<typeof files.uploadImage>> {
  await throttleUploads(context);
  const { maxSize } = await imageSettings(context.db, use);
  return storePicture(context, { ...(await upload.receive(maxSize)), use });
}
