// The calls of campaigns, the same for both media.
import { type CampaignMedium, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { countAudience, listChoices } from '#server/campaigns/audience/count-audience.ts';
import { readCampaignSettings, saveSettings } from '#server/campaigns/audience/settings.ts';
import { listCampaigns } from '#server/campaigns/stored/stored-campaigns.ts';
import { checkLinks } from '#server/campaigns/try-out/check-links.ts';
import { previewCampaign, showTest } from '#server/campaigns/try-out/render-for.ts';
import { sendCampaignDraft, sendCampaignTest } from '#server/campaigns/try-out/send-test.ts';
import { callerZone } from '#server/lib/caller-zone.ts';
import { serve } from '#server/lib/http/serve.ts';
import { deleteCampaign, sendCampaign, startCampaign, stopCampaign } from './change-state.ts';
import { answerOf, insertCampaign, updateCampaign } from './save-campaign.ts';

const routesOf = (medium: CampaignMedium) =>
  serve(campaignsOf[medium], {
    async getPaginated(context, input) {
      const { db, clock, user } = context;
      const timeZone = await callerZone(context);
      const page = await listCampaigns(
        db,
        { companyId: user.companyId, medium },
        { now: clock.now(), timeZone },
        input,
      );
      return { ...page, timeZone };
    },
    getById: (context, { id }) => answerOf(context, medium, id),
    insert: (context, input) => insertCampaign(context, medium, input),
    update: (context, input) => updateCampaign(context, medium, input),
    delete: (context, { id }) => deleteCampaign(context, medium, id),
    start: (context, input) => startCampaign(context, medium, input),
    stop: (context, { id }) => stopCampaign(context, medium, id),
    send: (context, input) => sendCampaign(context, medium, input),
    preview: (context, input) => previewCampaign(context, medium, input),
    getTest: (context, input) => showTest(context, medium, input),
    checkLinks: (context, input) => checkLinks(context, medium, input),
    sendTest: (context, input) => sendCampaignTest(context, medium, input),
    sendDraft: (context, input) => sendCampaignDraft(context, medium, input),
  });

export const emailCampaignRoutes = routesOf('mail');
export const smsCampaignRoutes = routesOf('sms');

export const marketingRoutes = serve(marketing, {
  getChoices: listChoices,
  countAudience,
  getSettings: readCampaignSettings,
  setSettings: saveSettings,
});
