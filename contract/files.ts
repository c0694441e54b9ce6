// Stored files and pictures: sent up, read back.
import { z } from 'zod';
import { id } from './lib/fields.ts';
import { get, service, upload } from './lib/service.ts';

/** The sizes a picture is kept in (pixels, square); others are refused. */
export const imageSizes = [64, 200, 640] as const;

/** What a picture is sent up for, which says how large it must be. */
export const pictureUse = z.enum(['portrait', 'banner', 'logo']);
export type PictureUse = z.output<typeof pictureUse>;

/** A file as it was stored: a picture under the name and type it was given when it was drawn anew. */
export const storedFile = z.object({
  id,
  displayName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
});
export type StoredFileAnswer = z.output<typeof storedFile>;

export const files = service('file', {
  uploadFile: upload({
    summary: 'Stores a file of the kinds in GetFileSettings for the company; 417 with Key `File` for any other.',
    may: 'user',
    input: z.strictObject({}),
    output: storedFile,
  }),
  uploadImage: upload({
    summary: 'Stores a picture of the kinds in GetImageSettings, drawn anew; 417 with Key `File` for any other.',
    may: 'user',
    input: z.strictObject({ use: pictureUse.default('portrait') }),
    output: storedFile.extend({ width: z.number().int(), height: z.number().int() }),
  }),
  downloadFile: get({
    summary: 'A stored file, for those who may see it.',
    may: 'anyone',
    optionalSession: true,
    answers: 'file',
    input: z.strictObject({ id }),
    output: null,
  }),
});

export const images = service('image', {
  get: get({
    summary: `A picture cut to a square of ${imageSizes.join(', ')} pixels.`,
    may: 'anyone',
    optionalSession: true,
    answers: 'file',
    path: 'image/:id/Get/:width/:height',
    input: z.strictObject({ id, width: z.number().int(), height: z.number().int() }),
    output: null,
  }),
});
