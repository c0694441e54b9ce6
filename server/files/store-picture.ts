// Stores a re-encoded picture: hidden content and location data are gone.
import type { files, PictureUse } from '#contract/files.ts';
import type { Output } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid } from '#server/lib/refusal.ts';
import { limitInputPixels } from './show-picture.ts';
import { sniffImage } from './sniff-file.ts';
import { storeUpload } from './store-upload.ts';
import { extensionOf } from './upload-file.ts';
import { imageSettings } from './upload-settings.ts';

/** Maximum length of the longer side (pixels); nothing is shown larger. */
const maxSide = 2048;
const maxSeconds = 15;

/**
 * Throws 417 with Key `File` for a file that is no picture of the allowed types, broken, enormous, or too small for its
 * use.
 */
export async function storePicture(
  context: SignedIn,
  { name, bytes, use }: { name: string; bytes: Buffer; use: PictureUse },
): Promise<Output<typeof files.uploadImage>> {
  const settings = await imageSettings(context.db, use);
  const found = sniffImage(bytes);
  const extension = extensionOf(name);
  if (!settings.mimeTypes.some((kind) => kind.mimeType === found && kind.extension === extension)) {
    throw invalid('File', 'file.type');
  }
  const { data, info } = await reencode(bytes, settings);
  const displayName = `${name.slice(0, -extension.length)}webp`;
  const picture = { mimeType: 'image/webp', width: info.width, height: info.height };
  const stored = await storeUpload(context, { name: displayName, bytes: data, ...picture });
  return { ...stored, ...picture, size: data.length };
}

async function reencode(bytes: Buffer, { minWidth, minHeight }: { minWidth: number; minHeight: number }) {
  const { default: sharp } = await import('sharp');
  // Fails on the first error, and reads one frame only.
  const source = () => sharp(bytes, { limitInputPixels, failOn: 'error' }).timeout({ seconds: maxSeconds });
  const { autoOrient: size } = await source().metadata().catch(refuseUnreadable);
  if (size.width * size.height > limitInputPixels) throw refuseUnreadable();
  if (size.width < minWidth || size.height < minHeight) {
    throw invalid('File', 'file.small', { width: minWidth, height: minHeight });
  }
  return source()
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseUnreadable);
}

function refuseUnreadable(): never {
  throw invalid('File', 'file.broken');
}
