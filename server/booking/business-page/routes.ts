// Serves the public pages of businesses.
import { publicLocations } from '#contract/booking/business-page.ts';
import { serve } from '#server/lib/http/serve.ts';
import { readBusinessPage } from './read-business-page.ts';

export const publicLocationRoutes = serve(publicLocations, {
  getPage: async (context, { locationUrlName }) => (await readBusinessPage(context, locationUrlName)).page,
});
