// The routes of links to other calendars.
import type { Area } from '#server/lib/area.ts';
import { feedRoutes, visitorFeedRoutes } from './feeds/routes.ts';
import { outsideRoutes } from './outside/routes.ts';

export const linksArea = {
  routes: { feeds: feedRoutes, visitorFeeds: visitorFeedRoutes, outsideCalendars: outsideRoutes },
} satisfies Area;
