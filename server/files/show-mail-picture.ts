// Renders a public picture for mails, whole and as JPEG: many mail programs know no WebP.
import { buffer } from 'node:stream/consumers';
import type { Context } from '#server/lib/context.ts';
import { FileAnswer } from '#server/lib/http/answer.ts';
import { notFound } from '#server/lib/refusal.ts';
import { mailKey } from './file-keys.ts';
import { loadSharp } from './load-sharp.ts';
import { limitInputPixels } from './show-picture.ts';
import { cacheOptions, visibleFile } from './store.ts';

/** The width (pixels) of a mail, for screens of double density. */
const maxWidth = 1120;

/** Throws 404 for a file that is no picture, or that the caller may not see. */
export async function showMailPicture(context: Context, { id }: { id: string }): Promise<FileAnswer> {
  const file = await visibleFile(context, id);
  if (!file.mimeType.startsWith('image/')) throw notFound();
  const key = mailKey(file.id);
  const options = { etag: `"${file.sha256}-mail-v1"`, embeddable: file.isPublic, ...cacheOptions(file) };
  const stored = await context.files.read(key);
  if (stored) return new FileAnswer(stored, 'image/jpeg', options);
  const original = await context.files.read(id);
  if (!original) throw notFound();
  const sharp = await loadSharp();
  const picture = await sharp(await buffer(original), { limitInputPixels })
    .autoOrient()
    .resize(maxWidth, maxWidth * 2, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
    .catch(() => {
      throw notFound();
    });
  await context.files.put(key, picture);
  return new FileAnswer(picture, 'image/jpeg', options);
}
