// Records that the recipient of a campaign by SMS answered it with STOP, or with START after that.
import type { WhenAnswered } from '#server/messaging/sms/when-answered.ts';

export const campaignWhenAnswered: WhenAnswered = {
  'campaign.sms': (db, { deliveryId, companyId, meaning, at }) =>
    db
      .updateTable('campaignRecipients')
      .set({ unsubscribedAt: meaning === 'stop' ? at : null })
      .where('companyId', '=', companyId)
      .where('deliveryId', '=', deliveryId)
      .execute(),
};
