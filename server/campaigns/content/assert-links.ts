// Rejects links of a campaign that could not be counted: each is a row of its own, whose address an index holds.
import { type Block, flatBlocks, type PlainBlock } from '#contract/campaigns/blocks.ts';
import { maxLinkLength } from '#contract/lib/links.ts';
import { invalid, Refusal } from '#server/lib/refusal.ts';
import { smsUrls } from './render-sms.ts';
import { safeText } from './safe-text.ts';

/** Throws 417, about the block or the message, for a link of more than `maxLinkLength` characters. */
export function assertLinks({ blocks, message }: { blocks: readonly Block[]; message: string }): void {
  for (const { key, url } of [...linksOf(blocks), ...smsUrls(message).map((url) => ({ key: 'Message', url }))]) {
    if (url.length > maxLinkLength) throw invalid(key, 'campaigns.longLink', { count: maxLinkLength });
  }
}

/** Throws 409 for a link that is no address, such as one to a host in an open bracket. */
export function assertAddresses({ blocks, message }: { blocks: readonly Block[]; message: string }): void {
  const buttons = flatBlocks(blocks).map(({ url }) => url);
  const urls = [...buttons, ...linksOf(blocks).map(({ url }) => url), ...smsUrls(message)];
  // A path is one of this site.
  if (urls.some((url) => url !== '' && !URL.canParse(url, 'https://site.test'))) {
    throw new Refusal(409, 'campaigns.noAddress');
  }
}

interface Link {
  /** The field that it stands in, named as on the wire. */
  key: string;
  url: string;
}

/** The links in texts; the contract limits those of buttons and pictures. */
function linksOf(blocks: readonly (Block | PlainBlock)[], at = 'Blocks'): Link[] {
  return blocks.flatMap((block, nth) => {
    const links: Link[] = [];
    const key = `${at}[${nth}]`;
    if (block.kind === 'text') {
      safeText(block.text, (url) => {
        links.push({ key: `${key}.Text`, url });
        return url;
      });
    }
    return 'left' in block
      ? [...links, ...linksOf(block.left, `${key}.Left`), ...linksOf(block.right, `${key}.Right`)]
      : links;
  });
}
