// Serves feeds: to the people who make them, and to customers.
import { feeds, visitorFeeds } from '#contract/links/feeds.ts';
import { serve } from '#server/lib/http/serve.ts';
import { deleteFeed } from './delete-feed.ts';
import { insertFeed } from './insert-feed.ts';
import { listFeedPlaces, listFeeds } from './store.ts';
import { deleteVisitorFeed, getVisitorFeed } from './visitor-feed.ts';

export const feedRoutes = serve(feeds, {
  getAll: listFeeds,
  getPlaces: listFeedPlaces,
  insert: insertFeed,
  delete: deleteFeed,
});

export const visitorFeedRoutes = serve(visitorFeeds, {
  getFeed: getVisitorFeed,
  deleteFeed: deleteVisitorFeed,
});
