// Requests every link of a campaign, to find those that do not work before it is sent.
import type { CampaignMedium } from '#contract/campaigns/campaigns.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { companyTransaction } from '#server/db/transaction.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { assertFound } from '#server/lib/http/fetch-out.ts';
import { bareHost } from '#server/lib/http/outgoing.ts';
import { throttle } from '#server/lib/http/throttle.ts';
import { translate } from '#server/lib/i18n.ts';
import { oneLine } from '#server/lib/one-line.ts';
import { readTest } from './render-for.ts';

const timeout = 4_000;
/** Further links are not requested. */
const maxLinks = 100;
const atOnce = 8;
const maxPerMinute = 6;

interface CheckedLink {
  url: string;
  works: boolean;
  /** The server's answer for a link that does not work. */
  answer: string;
}

/** Holds no connection while it waits for the pages. Throws 429 after six within a minute. */
export async function checkLinks(
  context: SignedIn,
  medium: CampaignMedium,
  { id }: { id: string },
): Promise<CheckedLink[]> {
  const { links } = await companyTransaction(context, { readOnly: true }, (tx) => readTest(tx, medium, { id }));
  await throttle(context, { action: 'campaign links', subject: context.user.companyId, max: maxPerMinute, minutes: 1 });
  const checked = links.slice(0, maxLinks);
  const results: CheckedLink[] = [];
  while (results.length < checked.length) {
    const some = checked.slice(results.length, results.length + atOnce);
    results.push(...(await Promise.all(some.map(({ url }) => checkLink(context, url)))));
  }
  return results;
}

async function checkLink({ config, publicUrl, user }: SignedIn, url: string): Promise<CheckedLink> {
  try {
    // Pages of this installation are reached as visitors reach them, also on a machine of one's own. Other ports of its
    // name are other hosts.
    const own = new URL(publicUrl);
    const allowedAt = ({ origin }: URL) =>
      origin === own.origin ? [...config.privateHosts, bareHost(own)] : config.privateHosts;
    await assertFound(url, { timeout, allowedAt });
    return { url, works: true, answer: '' };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    const why = reasonOf(failure);
    return { url, works: false, answer: why ? translate(user.language, why) : oneLine(failure.message, 200) };
  }
}

const reasons: Record<string, MessageKey> = {
  ENOTFOUND: 'campaigns.link.noHost',
  EAI_AGAIN: 'campaigns.link.noHost',
  ECONNREFUSED: 'campaigns.link.refused',
  ECONNRESET: 'campaigns.link.refused',
  EHOSTUNREACH: 'campaigns.link.refused',
  ETIMEDOUT: 'campaigns.link.late',
  TimeoutError: 'campaigns.link.late',
  AbortError: 'campaigns.link.late',
  ERR_INVALID_URL: 'campaigns.link.noAddress',
};

const reasonOf = ({ name, code }: Error & { code?: string }): MessageKey | undefined =>
  reasons[code ?? ''] ?? reasons[name];
