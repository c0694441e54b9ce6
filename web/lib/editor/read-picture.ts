// Checks type, size and pixels of a chosen picture before the crop dialog opens.

import type { Output } from '#contract/lib/service.ts';
import type { application } from '#contract/site/application.ts';

export type PictureLimits = Output<typeof application.getImageSettings>;

type Problem = { problem: 'file.type' | 'file.large' | 'file.broken' | 'file.small'; params?: Record<string, number> };

/** Returns an object URL of the picture (the caller revokes it), or the message code of the problem. */
export async function readPicture(file: File, limits: PictureLimits): Promise<{ url: string } | Problem> {
  const extension = file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase();
  if (!limits.mimeTypes.some((kind) => kind.extension === extension)) return { problem: 'file.type' };
  if (file.size > limits.maxSize) {
    return { problem: 'file.large', params: { maximum: Math.floor((limits.maxSize / 1024 / 1024) * 10) / 10 } };
  }
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) return { problem: 'file.broken' };
  const { width, height } = picture;
  picture.close();
  if (width < limits.minWidth || height < limits.minHeight) {
    return { problem: 'file.small', params: { width: limits.minWidth, height: limits.minHeight } };
  }
  return { url: URL.createObjectURL(file) };
}
