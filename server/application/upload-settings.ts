// Which files and pictures may be uploaded: what the browser checks before, and the server again.
import type { application } from '#contract/application.ts';
import type { Output } from '#contract/lib/service.ts';

const megabyte = 1024 * 1024;

export const fileSettings = {
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

/** No SVG: it can carry script. The least size is that of a cut profile picture (specification, section 9). */
export const imageSettings = {
  mimeTypes: [
    { mimeType: 'image/jpeg', extension: 'jpg' },
    { mimeType: 'image/jpeg', extension: 'jpeg' },
    { mimeType: 'image/png', extension: 'png' },
    { mimeType: 'image/webp', extension: 'webp' },
  ],
  maxSize: 10 * megabyte,
  minWidth: 640,
  minHeight: 640,
} satisfies Output<typeof application.getImageSettings>;
