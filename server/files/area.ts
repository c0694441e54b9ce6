// The routes of stored files.
import type { Area } from '#server/lib/area.ts';
import type { FindOther } from './download-file.ts';
import { fileRoutes, imageRoutes } from './routes.ts';

/** `findOther` finds downloads that areas above store themselves. */
export const filesArea = (findOther: FindOther) =>
  ({ routes: { files: fileRoutes(findOther), images: imageRoutes } }) satisfies Area;
