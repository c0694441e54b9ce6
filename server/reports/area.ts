// The routes of the reports area.
import type { Area } from '#server/lib/area.ts';
import { setupRoutes } from './setup/routes.ts';

export const reportsArea = { routes: { setup: setupRoutes } } satisfies Area;
