// Banners of the public home page.
import { banners } from '#contract/banners.ts';
import { serve } from '#server/lib/serve.ts';
import { activeBanners } from './store.ts';
import { visitBanner } from './visit-banner.ts';

export const bannerRoutes = serve(banners, {
  getActive: activeBanners,
  visit: visitBanner,
});
