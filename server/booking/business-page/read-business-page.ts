// Reads the public page of the business at an address.
import type { BusinessPage } from '#contract/booking/business-page.ts';
import type { Context } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { joinHours } from './join-hours.ts';
import { findBusinessPage } from './store.ts';

export interface ReadPage {
  page: BusinessPage;
  /** Origins of other sites that may show its booking form in a frame. */
  embedOrigins: readonly string[];
}

/** Throws 404 when the address is unknown, the page is switched off, or no one with a public profile works there. */
export async function readBusinessPage(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  locationUrlName: string,
): Promise<ReadPage> {
  const found = await findBusinessPage(context, locationUrlName);
  if (!found || found.page.people.length === 0) throw notFound();
  const { schedules, ...page } = found.page;
  const offered = new Set(page.people.flatMap(({ offers }) => offers.map(({ serviceId }) => serviceId)));
  return {
    page: { ...page, hours: joinHours(schedules), services: page.services.filter(({ id }) => offered.has(id)) },
    embedOrigins: found.embedOrigins,
  };
}
