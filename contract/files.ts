// Stored files and pictures: upload and download.
import { z } from 'zod';
import { id } from './lib/fields.ts';
import { get, service, upload } from './lib/service.ts';

/** The sizes a picture is stored in (pixels, square); other sizes are rejected. */
export const imageSizes = [64, 200, 640] as const;

/** The purpose of an uploaded picture; it sets the minimum size. */
export const pictureUse = z.enum(['portrait', 'banner', 'logo']);
export type PictureUse = z.output<typeof pictureUse>;

/** The purpose of an uploaded file other than a picture: it sets the types and the size. */
export const uploadUse = z.enum(['any', 'template', 'application']);
export type UploadUse = z.output<typeof uploadUse>;

/** A stored file. A picture has the name and type it got when the server re-encoded it. */
export const storedFile = z.object({
  id,
  displayName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
});
export type StoredFileAnswer = z.output<typeof storedFile>;

export const files = service(
  'file',
  { about: 'Stored files.' },
  {
    uploadFile: upload({
      summary: 'Stores a file for the company. 417 with Key `File` for a type that GetFileSettings does not list.',
      may: 'user',
      input: z.strictObject({ use: uploadUse.default('any') }),
      output: storedFile,
    }),
    uploadImage: upload({
      summary: 'Stores a picture, re-encoded. 417 with Key `File` for a type that GetImageSettings does not list.',
      may: 'user',
      input: z.strictObject({ use: pictureUse.default('portrait') }),
      output: storedFile.extend({ width: z.number().int(), height: z.number().int() }),
    }),
    downloadFile: get({
      summary: 'Returns a stored file that the caller may read.',
      may: 'anyone',
      optionalSession: true,
      answers: 'file',
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);

export const images = service(
  'image',
  { about: 'Stored pictures.' },
  {
    get: get({
      summary: `Returns a picture cropped to a square of ${imageSizes.join(', ')} pixels.`,
      may: 'anyone',
      optionalSession: true,
      answers: 'file',
      path: 'image/:id/Get/:width/:height',
      input: z.strictObject({ id, width: z.number().int(), height: z.number().int() }),
      output: null,
    }),
    getForMail: get({
      summary: 'Returns a picture, whole, in the format that mail programs show.',
      may: 'anyone',
      optionalSession: true,
      answers: 'file',
      path: 'image/:id/mail',
      input: z.strictObject({ id }),
      output: null,
    }),
  },
);
