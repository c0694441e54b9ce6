// The routes, pages and menu items of campaigns.
import { campaignPages } from '#contract/campaigns/campaigns.ts';
import { type Area, page } from '#server/lib/area.ts';
import { emailCampaignRoutes, marketingRoutes, smsCampaignRoutes } from './manage/routes.ts';
import { subscriptionRoutes } from './response/subscriptions.ts';

export const campaignsArea = {
  routes: {
    emailCampaigns: emailCampaignRoutes,
    smsCampaigns: smsCampaignRoutes,
    marketing: marketingRoutes,
    subscriptions: subscriptionRoutes,
  },
  menu: [
    page(campaignPages.mail, 'admin', {
      key: 'emailMarketing',
      order: 40,
      formerly: { order: [43] },
      icon: 'fa fa-bullhorn',
    }),
    page(campaignPages.sms, 'admin', {
      key: 'smsMarketing',
      order: 41,
      formerly: { order: [44] },
      icon: 'fa fa-comment',
    }),
  ],
} satisfies Area;
