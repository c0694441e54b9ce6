// Starts, stops, sends and deletes a campaign of the list, and says why when the server refuses.
import i18next from 'i18next';
import type { LimitOfDay } from '#contract/campaigns/audience.ts';
import { type Campaign, type CampaignMedium, campaignMoves, campaignsOf } from '#contract/campaigns/campaigns.ts';
import { marketing } from '#contract/campaigns/marketing.ts';
import { call, query } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { formatCount } from '#web/lib/count.ts';
import { formatEuro } from '#web/lib/money.ts';
import { ask } from '#web/lib/ui/dialog/ask.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { mailWords } from '#web/messaging/mail/mail-states.ts';
import { refreshCampaigns } from './campaigns-query.ts';

export async function startCampaign(medium: CampaignMedium, campaign: Campaign): Promise<void> {
  const { t } = i18next;
  const { id, name } = campaign;
  const failure = t('campaigns.notStarted', { name });
  const found = await checked(failure, medium, campaign, 'start');
  if (!found) return;
  const { reached, each } = found;
  const more = each > 0 ? [t('campaigns.ask.costLater', { each: formatEuro(each) })] : [];
  const isAgreed = await ask({
    title: t('campaigns.ask.start', { name }),
    text: [
      t('campaigns.ask.startText', { reached: formatCount(reached) }),
      ...costOf(found),
      ...more,
      ...(await storedWords(medium)),
    ].join(' '),
    confirmLabel: t('campaigns.start'),
  });
  if (!isAgreed) return;
  await act(medium, name, 'start', failure, () => call(campaignsOf[medium].start, { id }, { handlesErrors: true }));
}

export async function sendCampaign(medium: CampaignMedium, campaign: Campaign): Promise<void> {
  const { t } = i18next;
  const { id, name, figures } = campaign;
  const failure = t('campaigns.notSent', { name });
  const found = await checked(failure, medium, campaign, 'send');
  if (!found) return;
  const { reached } = found;
  const night = figures.waitingBy.find(({ reason }) => reason === 'night')?.count ?? 0;
  const unsent = night > 0 ? [t('campaigns.ask.unsent', { waiting: formatCount(night) })] : [];
  const sent = [t('campaigns.ask.sendText', { reached: formatCount(reached) }), ...costOf(found)];
  // Where all of the audience waits, the others are not spoken of.
  const others = reached === 0 && night > 0 ? [] : sent;
  const isAgreed = await ask({
    title: t('campaigns.ask.send', { name }),
    text: [...others, ...unsent, ...(await storedWords(medium))].join(' '),
    confirmLabel: t('campaigns.send'),
  });
  if (!isAgreed) return;
  await act(medium, name, 'send', failure, () => call(campaignsOf[medium].send, { id }, { handlesErrors: true }));
}

/** Without a question: it must take effect at once. */
export async function stopCampaign(medium: CampaignMedium, { id, name }: Campaign): Promise<void> {
  await act(medium, name, 'stop', i18next.t('campaigns.notStopped', { name }), () =>
    call(campaignsOf[medium].stop, { id }, { handlesErrors: true }),
  );
}

export async function deleteCampaign(medium: CampaignMedium, { id, name, state }: Campaign): Promise<void> {
  const { t } = i18next;
  if (!campaignMoves[state].delete) {
    toast('danger', `${t('campaigns.notDeleted', { name })} ${t('campaigns.runningNotDeleted')}`);
    return;
  }
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

/** Without a mail server, the question says what becomes of the mails. */
async function storedWords(medium: CampaignMedium): Promise<string[]> {
  const words = medium === 'mail' ? await mailWords('campaign', '') : '';
  return words ? [words] : [];
}

interface Estimate {
  /** Customers who get it now. */
  reached: number;
  /** The most that an SMS to one customer costs (EUR); 0 for an e-mail. */
  each: number;
  dayLimit: LimitOfDay;
}

/** Whether the server would accept the move, and how many get it. Shows why not, before anything is asked. */
async function checked(
  failure: string,
  medium: CampaignMedium,
  { id, audience }: Campaign,
  move: 'start' | 'send',
): Promise<Estimate | undefined> {
  const quietly = { handlesErrors: true } as const;
  let found: Estimate | undefined;
  await attempt(failure, async () => {
    await call(campaignsOf[medium][move], { id, checkOnly: true }, quietly);
    const [{ reached, dayLimit }, test] = await Promise.all([
      call(marketing.countAudience, { medium, audience, campaignId: id }, quietly),
      medium === 'sms' ? call(campaignsOf.sms.getTest, { id }, quietly) : undefined,
    ]);
    found = { reached, each: test?.maxPrice ?? 0, dayLimit };
  });
  if (!found) {
    // A record that the campaign names may have been deleted elsewhere: the editor marks that.
    const { queryKey } = query(marketing.getChoices, {});
    await Promise.all([refreshCampaigns(medium), queryClient.invalidateQueries({ queryKey })]);
  }
  return found;
}

/** Sentences about the cost of an SMS, and about the limit of the day. */
function costOf({ reached, each, dayLimit }: Estimate): string[] {
  const { t } = i18next;
  const cost = each > 0 ? [t('campaigns.ask.cost', { cost: formatEuro(each * reached) })] : [];
  const { left } = dayLimit;
  return left < reached ? [...cost, t('campaigns.ask.leftToday', { today: formatCount(left) })] : cost;
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
