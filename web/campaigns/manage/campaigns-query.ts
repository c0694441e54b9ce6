// Reads the campaigns of a medium, page by page.
import { infiniteQueryOptions } from '@tanstack/react-query';
import {
  blankCampaign,
  type Campaign,
  type CampaignMedium,
  campaignPageSize,
  campaignsOf,
} from '#contract/campaigns/campaigns.ts';
import { emptyAudience } from '#web/campaigns/editor/empty-audience.ts';
import { call } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { now } from '#web/lib/dates.ts';

/** A page that fails to load stops further ones until the person retries. */
export function campaignsQuery(medium: CampaignMedium) {
  const { getPaginated } = campaignsOf[medium];
  return infiniteQueryOptions({
    queryKey: [getPaginated.path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(getPaginated, { pageNr: pageParam, rowsPerPage: campaignPageSize }, { signal, handlesErrors: true }),
    initialPageParam: 1,
    getNextPageParam: ({ totalRows }, _pages, pageNr) =>
      pageNr * campaignPageSize < totalRows ? pageNr + 1 : undefined,
    retry: false,
  });
}

export function refreshCampaigns(medium: CampaignMedium): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [campaignsOf[medium].getPaginated.path] });
}

/** From the start of today to the end of the day three days later (specification, "New campaign period"). */
export function newCampaign(timeZone: string): Campaign {
  const today = now().toZonedDateTimeISO(timeZone).startOfDay();
  return {
    ...blankCampaign,
    blocks: [],
    audience: emptyAudience(),
    periodStart: today.toInstant().toString(),
    periodEnd: today.add({ days: 4 }).subtract({ seconds: 1 }).toInstant().toString(),
    timeZone,
    started: false,
    state: 'idle',
    figures: noFigures,
    dayLimit: { perDay: 0, left: 0 },
    createdAt: now().toString(),
    version: '',
  };
}

const noFigures: Campaign['figures'] = {
  audience: 0,
  sent: 0,
  waiting: 0,
  waitingBy: [],
  failed: 0,
  uncertain: 0,
  stopped: 0,
  leftOut: 0,
  leftOutBy: [],
  delivered: null,
  visited: 0,
  scanned: 0,
  unsubscribed: 0,
  booked: 0,
  bookings: 0,
  income: 0,
};
