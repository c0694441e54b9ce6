// The limits of uploads: types and sizes of files and pictures. The browser checks them first, the server again.

import type { PictureUse, UploadUse } from '#contract/files.ts';
import type { Output } from '#contract/lib/service.ts';
import type { application } from '#contract/site/application.ts';
import type { Db } from '#server/db/pool.ts';
import { setting } from '#server/lib/setting.ts';

const megabyte = 1024 * 1024;
const bytes = (megabytes: number) => Math.round(megabytes * megabyte);

const files = {
  mimeTypes: [
    { mimeType: 'application/pdf', extension: 'pdf' },
    { mimeType: 'text/plain', extension: 'txt' },
    { mimeType: 'text/csv', extension: 'csv' },
    { mimeType: 'application/zip', extension: 'zip' },
    { mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', extension: 'docx' },
    { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
    { mimeType: 'application/vnd.oasis.opendocument.text', extension: 'odt' },
    { mimeType: 'application/vnd.oasis.opendocument.spreadsheet', extension: 'ods' },
  ],
  maxSize: 20 * megabyte,
} satisfies Output<typeof application.getFileSettings>;

/** No SVG: it can contain scripts. */
const images = {
  mimeTypes: [
    { mimeType: 'image/jpeg', extension: 'jpg' },
    { mimeType: 'image/jpeg', extension: 'jpeg' },
    { mimeType: 'image/png', extension: 'png' },
    { mimeType: 'image/webp', extension: 'webp' },
  ],
  maxSize: 10 * megabyte,
};

/** A portrait is cropped to 640 pixels (specification, section 9), a banner is wide, a logo small. */
const minSizes: Record<PictureUse, { minWidth: number; minHeight: number }> = {
  portrait: { minWidth: 640, minHeight: 640 },
  banner: { minWidth: 600, minHeight: 150 },
  logo: { minWidth: 64, minHeight: 32 },
};

/** Templates of paper, and the applications that run beside printers and cash registers. */
export const limitsOfUse = {
  template: {
    mimeTypes: [
      { mimeType: 'text/plain', extension: 'txt' },
      { mimeType: 'text/markdown', extension: 'md' },
    ],
    maxSize: 64 * 1024,
  },
  application: { mimeTypes: [{ mimeType: 'application/zip', extension: 'zip' }], maxSize: 20 * megabyte },
} satisfies Record<Exclude<UploadUse, 'any'>, Output<typeof application.getFileSettings>>;

/** The current limits for files of a use; the maximum size of other files is the operator's setting. */
export async function fileSettings(db: Db, use: UploadUse): Promise<Output<typeof application.getFileSettings>> {
  if (use !== 'any') return limitsOfUse[use];
  return { ...files, maxSize: bytes(await setting(db, 'files.maxMegabytes', files.maxSize / megabyte)) };
}

/** The current limits for pictures. */
export async function imageSettings(db: Db, use: PictureUse): Promise<Output<typeof application.getImageSettings>> {
  return {
    ...images,
    ...minSizes[use],
    maxSize: bytes(await setting(db, 'images.maxMegabytes', images.maxSize / megabyte)),
  };
}
