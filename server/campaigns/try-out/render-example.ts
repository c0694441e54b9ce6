// Renders a campaign's mail with the values of one customer. Pure: long texts are rendered in a worker thread.
import { type Block, flatBlocks } from '#contract/campaigns/blocks.ts';
import type { RenderedCampaign } from '#contract/campaigns/campaigns.ts';
import { type CampaignContent, subjectOf } from '#server/campaigns/content/campaign-content.ts';
import type { Rendering } from '#server/campaigns/content/render-blocks.ts';
import { renderCampaignMail } from '#server/campaigns/content/render-mail.ts';
import { threadPool } from '#server/lib/threads/thread-pool.ts';
import { fill } from '#server/messaging/mail/placeholders.ts';
import { fillContent } from '#server/messaging/mail/shared-content.ts';

export interface Example extends Omit<Rendering, 'linkTo'> {
  content: CampaignContent;
  /** The values of the placeholders. */
  fields: Readonly<Record<string, string>>;
}

/** Characters of texts that take less time than it takes to send them to a thread. */
const shortText = 4_000;

const renderInThread = threadPool<Example, RenderedCampaign>(new URL('render-thread.ts', import.meta.url), {
  name: 'campaign',
  max: 1,
  maxMegabytes: 64,
});

export async function renderExample(example: Example): Promise<RenderedCampaign> {
  return lengthOf(example.content) <= shortText ? renderNow(example) : renderInThread(example);
}

export function renderNow({ content, fields, ...rendering }: Example): RenderedCampaign {
  const rendered = renderCampaignMail(content, { ...rendering, linkTo: asLinked });
  return { ...rendered, ...fillContent(rendered, fields), subject: fill(subjectOf(content), fields) };
}

/** Where a link leads: a name in it is not filled in. */
export const asLinked = (url: string) => url.replaceAll('{', '%7B').replaceAll('}', '%7D');

function lengthOf({ blocks, text }: { blocks: readonly Block[]; text: string }): number {
  return flatBlocks(blocks).reduce((sum, block) => sum + block.text.length, text.length);
}
