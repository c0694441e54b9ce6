// The routes of stored files.
import type { Area } from '#server/lib/area.ts';
import { fileRoutes, imageRoutes } from './routes.ts';

export const filesArea = { routes: { files: fileRoutes, images: imageRoutes } } satisfies Area;
