// Starts, stops, sends and deletes a campaign of the list, and says why when the server refuses.
import i18next from 'i18next';
import { type Campaign, type CampaignMedium, campaignsOf, marketing } from '#contract/campaigns/campaigns.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/ask.ts';
import { toast } from '#web/lib/ui/toasts.ts';
import { refreshCampaigns } from './campaigns-query.ts';

export async function startCampaign(medium: CampaignMedium, campaign: Campaign): Promise<void> {
  const { t } = i18next;
  const { id, name } = campaign;
  const { reached, cost } = await estimate(medium, campaign);
  const isAgreed = await ask({
    title: t('campaigns.ask.start', { name }),
    text: [t('campaigns.ask.startText', { reached }), ...cost].join(' '),
    confirmLabel: t('campaigns.start'),
  });
  if (!isAgreed) return;
  await act(medium, name, 'start', t('campaigns.notStarted', { name }), () =>
    call(campaignsOf[medium].start, { id }, { handlesErrors: true }),
  );
}

export async function sendCampaign(medium: CampaignMedium, campaign: Campaign): Promise<void> {
  const { t } = i18next;
  const { id, name, figures } = campaign;
  const { count, reached, cost } = await estimate(medium, campaign);
  const night = figures.waitingBy.find(({ reason }) => reason === 'night')?.count ?? 0;
  const unsent = night > 0 ? [t('campaigns.ask.unsent', { waiting: formatCount(night) })] : [];
  // Where all of the audience waits, the others are not spoken of.
  const others = count === 0 && night > 0 ? [] : [t('campaigns.ask.sendText', { reached }), ...cost];
  const isAgreed = await ask({
    title: t('campaigns.ask.send', { name }),
    text: [...others, ...unsent].join(' '),
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

/** How many get it now, and sentences about the cost of an SMS. What cannot be read is not said. */
async function estimate(
  medium: CampaignMedium,
  { id, audience }: Campaign,
): Promise<{ count?: number; reached: string; cost: readonly string[] }> {
  const { t } = i18next;
  const quietly = { handlesErrors: true } as const;
  const [counted, test] = await Promise.all([
    call(marketing.countAudience, { medium, audience, campaignId: id }, quietly).catch(() => undefined),
    medium === 'sms' ? call(campaignsOf.sms.getTest, { id }, quietly).catch(() => undefined) : undefined,
  ]);
  if (!counted) return { reached: '?', cost: [] };
  const { reached } = counted;
  if (!test) return { count: reached, reached: formatCount(reached), cost: [] };
  const { maxPrice, leftToday } = test;
  return {
    count: reached,
    reached: formatCount(reached),
    cost: [
      t('campaigns.ask.cost', { cost: formatEuro(maxPrice * reached) }),
      ...(leftToday < reached ? [t('campaigns.ask.leftToday', { today: formatCount(leftToday) })] : []),
    ],
  };
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
