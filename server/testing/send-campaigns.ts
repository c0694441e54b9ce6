// Companies that send campaigns, and their sending.
import { campaignMayStillSend } from '#server/campaigns/sending/may-still-send.ts';
import { runCampaigns } from '#server/campaigns/sending/run-campaigns.ts';
import { campaignWhenSent } from '#server/campaigns/sending/when-sent.ts';
import { openMessaging } from '#server/messaging/open-messaging.ts';
import { buildBusiness, signIn, verifyCompany } from './build.ts';
import type { TestApp } from './test-app.ts';

export const campaignCauses = { mayStillSend: campaignMayStillSend, whenSent: campaignWhenSent };

/** Runs the job and the outbox until nothing changes any more. */
export async function sendCampaigns(app: TestApp): Promise<void> {
  const outbox = openMessaging(app, campaignCauses);
  // The first round may only send what was queued before.
  for (let idle = 0; idle < 2; ) {
    const { queued, ended } = await runCampaigns(app, { duration: 0 });
    await outbox.drain();
    idle = queued === 0 && ended === 0 ? idle + 1 : 0;
  }
  await outbox.close();
}

/** A company that may send, with an administrator. */
export async function sendingCompany(app: TestApp) {
  const { company, employee } = await buildBusiness(app, { actions: ['admin'] });
  await verifyCompany(app, company);
  return { company, employee, headers: await signIn(app, employee) };
}
