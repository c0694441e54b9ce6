// Requests every link of a campaign, to find those that do not work before it is sent.
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { fetchOut } from '#server/lib/http/fetch-out.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { readTest } from './render-for.ts';

const limits = { maxBytes: 5_000_000, timeout: 8_000 };
const maxPerMinute = 6;

interface CheckedLink {
  url: string;
  works: boolean;
  /** What the server answered where it does not work. */
  answer: string;
}

export async function checkLinks(
  context: SignedIn,
  medium: CampaignMedium,
  { id }: { id: string },
): Promise<CheckedLink[]> {
  const { links } = await readTest(context, medium, { id });
  await throttle(context, { action: 'campaign links', subject: context.user.companyId, max: maxPerMinute, minutes: 1 });
  // Pages of this installation are reached as visitors reach them, also on a machine of one's own.
  const own = new URL(context.publicUrl);
  return Promise.all(
    links.map(async ({ url }): Promise<CheckedLink> => {
      const isOwn = new URL(url).origin === own.origin;
      const allowed = isOwn ? [...context.config.privateHosts, own.hostname] : context.config.privateHosts;
      try {
        await fetchOut(url, { ...limits, allowed });
        return { url, works: true, answer: '' };
      } catch (error) {
        return { url, works: false, answer: oneLine(error instanceof Error ? error.message : String(error), 200) };
      }
    }),
  );
}
