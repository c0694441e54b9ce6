// The texts of a campaign's mail, as much as a mail may be long: how long they take to render, whatever their HTML.
import type { Rendering } from '#server/campaigns/content/render-blocks.ts';
import { renderCampaignMail } from '#server/campaigns/content/render-mail.ts';
import { textBlock } from '#server/campaigns/content/text-block.ts';
import { median, type Row } from './lib/report.ts';

const rounds = 30;
/** Five blocks of 19,200 characters (the contract permits 20,000 each): 96 KB. */
const length = 19_200;
const blockCount = 5;
/** For each mail (ms). */
const maxRender = 50;

const paragraph =
  '<p>Dear <strong>customer</strong>, see <a href="https://example.test/?a=1&amp;b=2">our page</a> &amp; come.</p>';
const texts: [label: string, text: string][] = [
  ['paragraphs with links', paragraph.repeat(length)],
  ['nested paragraphs', '<p>'.repeat(length)],
  ['tags that close nothing', `${'<b>'.repeat(3_000)}${'</i>'.repeat(length)}`],
  ['unfinished tags', `<b>${'<a "'.repeat(length)}`],
];

export function benchCampaignTexts(): Row[] {
  return texts.map(([label, text]) => {
    const blocks = Array.from({ length: blockCount }, () => textBlock(text.slice(0, length)));
    const times = Array.from({ length: rounds }, () => {
      const start = performance.now();
      renderCampaignMail({ name: 'March', subject: 'News', text: '', blocks }, rendering);
      return performance.now() - start;
    });
    const value = median(times);
    return {
      label: `A mail of 96 KB: ${label}, median of ${rounds}`,
      value: `${value.toFixed(1)} ms`,
      target: `≤ ${maxRender} ms`,
      isMet: value <= maxRender,
    };
  });
}

const rendering: Rendering = {
  facts: {
    company: { name: 'Salon', address: '', eMail: '', phoneNumber: '' },
    services: new Map(),
    people: new Map(),
  },
  language: 'en',
  publicUrl: 'https://salon.example',
  linkTo: (url) => url,
};
