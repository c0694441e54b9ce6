// Starts, stops, sends and deletes a campaign of the list, and says why when the server refuses.
import i18next from 'i18next';
import { type Campaign, type CampaignMedium, campaignsOf, marketing } from '#contract/campaigns/campaigns.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { ask } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { refreshCampaigns } from './campaigns-query.ts';

export async function startCampaign(medium: CampaignMedium, campaign: Campaign): Promise<void> {
  const { t } = i18next;
  const { id, name } = campaign;
  const reached = await countReached(medium, campaign);
  const isAgreed = await ask({
    title: t('campaigns.ask.start', { name }),
    text: t('campaigns.ask.startText', { reached }),
    confirmLabel: t('campaigns.start'),
  });
  if (!isAgreed) return;
  await act(medium, name, 'start', t('campaigns.notStarted', { name }), () =>
    call(campaignsOf[medium].start, { id }, { handlesErrors: true }),
  );
}

export async function sendCampaign(medium: CampaignMedium, campaign: Campaign): Promise<void> {
  const { t } = i18next;
  const { id, name } = campaign;
  const reached = await countReached(medium, campaign);
  const isAgreed = await ask({
    title: t('campaigns.ask.send', { name }),
    text: t('campaigns.ask.sendText', { reached }),
    confirmLabel: t('campaigns.send'),
  });
  if (!isAgreed) return;
  await act(medium, name, 'send', t('campaigns.notSent', { name }), () =>
    call(campaignsOf[medium].send, { id }, { handlesErrors: true }),
  );
}

/** Without a question: it must take effect at once. */
export async function stopCampaign(medium: CampaignMedium, { id, name }: Campaign): Promise<void> {
  await act(medium, name, 'stop', i18next.t('campaigns.notStopped', { name }), () =>
    call(campaignsOf[medium].stop, { id }, { handlesErrors: true }),
  );
}

export async function deleteCampaign(medium: CampaignMedium, { id, name }: Campaign): Promise<void> {
  const { t } = i18next;
  const isAgreed = await ask({
    title: t('campaigns.ask.delete', { name }),
    text: t('campaigns.ask.deleteText'),
    confirmLabel: t('grid.delete'),
    danger: true,
  });
  if (!isAgreed) return;
  await act(medium, name, 'delete', t('campaigns.notDeleted', { name }), () =>
    call(campaignsOf[medium].delete, { id }, { handlesErrors: true }),
  );
}

async function countReached(medium: CampaignMedium, { id, audience }: Campaign): Promise<string> {
  const found = await call(
    marketing.countAudience,
    { medium, audience, campaignId: id },
    { handlesErrors: true },
  ).catch(() => undefined);
  return found ? String(found.reached) : '?';
}

async function act(
  medium: CampaignMedium,
  name: string,
  done: 'start' | 'stop' | 'send' | 'delete',
  failure: string,
  run: () => Promise<unknown>,
): Promise<void> {
  if (await attempt(failure, run)) toast('success', i18next.t(`campaigns.done.${done}`, { name }));
  await refreshCampaigns(medium);
}
