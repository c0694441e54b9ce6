// The routes, pages and menu items of the site.
import { systemBanners } from '#contract/site/banners.ts';
import { systemFeedback } from '#contract/site/feedback.ts';
import { systemLegalTexts } from '#contract/site/legal-texts.ts';
import { type Area, heading, listPage, page } from '#server/lib/area.ts';
import { applicationRoutes } from './application.ts';
import { bannerRoutes, systemBannerRoutes } from './banners/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { homeRoutes } from './home/routes.ts';
import { legalTextRoutes } from './legal-texts/routes.ts';
import { searchRoutes } from './search/routes.ts';

export const siteArea = {
  routes: {
    home: homeRoutes,
    application: applicationRoutes,
    banners: bannerRoutes,
    searches: searchRoutes,
    systemBanners: systemBannerRoutes,
    systemFeedback: feedbackRoutes,
    systemLegalTexts: legalTextRoutes,
  },
  menu: [
    page('/app/home', 'user', { key: 'home', name: 'Home', order: 0, icon: 'fa fa-home', ids: ['000301', '000401'] }),
    listPage(systemFeedback, { name: 'Feedback', order: 212, icon: 'fa fa-comment', ids: ['006401', '006451'] }),
    heading({
      key: 'site',
      name: 'Site',
      order: 233,
      icon: 'fa fa-globe',
      ids: ['', '006752'],
      formerly: { order: [229] },
    }),
    listPage(systemBanners, { name: 'Banners', order: 240, icon: 'fa fa-bullhorn', ids: ['002604', '002654'] }),
    listPage(systemLegalTexts, { name: 'Legal texts', order: 241, icon: 'fa fa-file-text', ids: ['005001', '005051'] }),
  ],
} satisfies Area;
