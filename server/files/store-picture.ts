// Stores a re-encoded picture: hidden content and location data are gone.
import type { files, PictureUse } from '#contract/files.ts';
import type { Output } from '#contract/lib/service.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { openTurns } from '#server/lib/turns.ts';
import { loadSharp } from './load-sharp.ts';
import { pixelsOf } from './pixels-of.ts';
import { limitInputPixels } from './show-picture.ts';
import { sniffImage } from './sniff-file.ts';
import { storeUpload } from './store-upload.ts';
import { extensionOf } from './upload-file.ts';
import { imageSettings } from './upload-settings.ts';

/** Maximum length of the longer side (pixels); nothing is shown larger. */
const maxSide = 2048;
const maxSeconds = 15;
/** Seconds. */
const retryAfter = 10;

/** A process re-encodes one picture at a time; a few more of a person wait, with their bytes. */
const withTurn = openTurns({
  perOwner: 1,
  total: 1,
  maxWaiting: 2,
  maxWait: 30_000,
  refusal: () => new Refusal(429, 'file.picturesRun', { retryAfter }),
});

/**
 * Throws 417 with Key `File` for a file that is no picture of the allowed types, broken, enormous, or too small for its
 * use; 429 while others of the caller are re-encoded.
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
  if ((pixelsOf(bytes) ?? 0) > limitInputPixels) {
    throw invalid('File', 'file.enormous', { maximum: limitInputPixels / 1e6 });
  }
  const { data, info } = await withTurn(context.user.id, () => reencode(bytes, settings));
  const displayName = `${name.slice(0, -extension.length)}webp`;
  const picture = { mimeType: 'image/webp', width: info.width, height: info.height };
  const stored = await storeUpload(context, { name: displayName, bytes: data, ...picture });
  return { ...stored, ...picture, size: data.length };
}

async function reencode(bytes: Buffer, { minWidth, minHeight }: { minWidth: number; minHeight: number }) {
  const sharp = await loadSharp();
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
