// Renders a stored picture as a square of a fixed size, on the first request, and stores the result.
import { buffer } from 'node:stream/consumers';
import { imageSizes } from '#contract/files.ts';
import type { Context } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { invalid, notFound } from '#server/lib/refusal.ts';
import { squareKey } from './file-keys.ts';
import { loadSharp } from './load-sharp.ts';
import { cacheOptions, visibleFile } from './store.ts';

/** Pictures with more pixels are not decoded: a small file can claim to be enormous. */
export const limitInputPixels = 24e6;
/** Part of the etag: change it with the rendering. */
const renditionVersion = 'v1';

/**
 * The picture as WebP, without metadata. Throws 417 for a size that is not offered, 404 for a file that is no picture.
 */
export async function showPicture(
  context: Context,
  input: { id: string; width: number; height: number },
): Promise<FileAnswer> {
  const size = imageSizes.find((side) => side === input.width && side === input.height);
  if (!size) throw invalid('Width', 'image.size');
  const file = await visibleFile(context, input.id);
  if (!file.mimeType.startsWith('image/')) throw notFound();
  const key = squareKey(file.id, size);
  const body = (await context.files.read(key)) ?? (await makeOnce(context, file.id, size, key));
  return new FileAnswer(body, 'image/webp', {
    etag: `"${file.sha256}-${size}-${renditionVersion}"`,
    ...cacheOptions(file),
  });
}

const inProgress = new Map<string, Promise<Buffer>>();

/** Concurrent requests share one rendering. */
function makeOnce(context: Context, id: string, size: number, key: string): Promise<Buffer> {
  let made = inProgress.get(key);
  if (!made) {
    made = make(context, id, size, key).finally(() => inProgress.delete(key));
    inProgress.set(key, made);
  }
  return made;
}

async function make(context: Context, id: string, size: number, key: string): Promise<Buffer> {
  const original = await context.files.read(id);
  if (!original) throw notFound();
  const bytes = await buffer(original);
  const sharp = await loadSharp();
  const picture = await sharp(bytes, { limitInputPixels })
    // Rotates by the EXIF orientation, before the metadata is dropped.
    .autoOrient()
    .resize(size, size, { fit: 'cover', position: 'centre' })
    .webp({ quality: 82 })
    .toBuffer()
    .catch((error: unknown) => {
      context.log.warn({ err: error, file: id }, 'picture cannot be read');
      throw notFound();
    });
  await context.files.put(key, picture);
  return picture;
}
