// Reading stored files and pictures.
import { z } from 'zod';
import { id } from './lib/fields.ts';
import { get, service } from './lib/service.ts';

/** The sizes a picture is kept in (pixels, square); others are refused. */
export const imageSizes = [64, 200, 640] as const;

export const files = service('file', {
  downloadFile: get({
    summary: 'A stored file, for those who may see it.',
    may: 'anyone',
    knowsCaller: true,
    answers: 'file',
    input: z.strictObject({ id }),
    output: null,
  }),
});

export const images = service('image', {
  get: get({
    summary: `A picture cut to a square of ${imageSizes.join(', ')} pixels.`,
    may: 'anyone',
    knowsCaller: true,
    answers: 'file',
    path: 'image/:id/Get/:width/:height',
    input: z.strictObject({ id, width: z.number().int(), height: z.number().int() }),
    output: null,
  }),
});
