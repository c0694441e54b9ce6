// The content of a campaign, and whether it is complete.
import { type Block, flatBlocks } from '#contract/campaigns/blocks.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { plainText, safeText } from './safe-text.ts';

export interface CampaignContent {
  /** Of the campaign. */
  name: string;
  /** Can be empty; `subjectOf` is what mails have. */
  subject: string;
  blocks: readonly Block[];
  /** The plain part; empty: made from the blocks. */
  text: string;
}

/** The subject of the mails: without one, the name of the campaign. */
export function subjectOf({ name, subject }: Pick<CampaignContent, 'name' | 'subject'>): string {
  return subject.trim() === '' ? name : subject;
}

/** Plain HTML of the blocks, as the specification's `Message`. */
export function plainHtml(blocks: readonly Block[]): string {
  return flatBlocks(blocks)
    .map((block) => {
      if (block.kind === 'heading') return `<h2>${escapeHtml(block.text)}</h2>`;
      if (block.kind === 'text') return safeText(block.text, (url) => url).replaceAll(/ style="[^"]*"/g, '');
      if (block.kind === 'button') return `<p><a href="${escapeHtml(block.url)}">${escapeHtml(block.text)}</a></p>`;
      if (block.kind === 'image') return block.alt ? `<p>[${escapeHtml(block.alt)}]</p>` : '';
      return block.kind === 'divider' ? '<hr>' : '';
    })
    .join('');
}

/** Whether there is anything to read. */
export function hasText({ blocks, text }: Pick<CampaignContent, 'blocks' | 'text'>): boolean {
  if (text.trim()) return true;
  return flatBlocks(blocks).some((block) => {
    if (block.kind === 'service' || block.kind === 'person')
      return block.serviceId !== null || block.calendarId !== null;
    if (block.kind === 'image') return block.pictureId !== null;
    return block.kind !== 'divider' && plainText(block.text, () => '') !== '';
  });
}

/** A link is the same for all recipients, so that it can be counted: names in it are not filled in. */
export const hasName = (url: string): boolean => placeholdersOf(url).length > 0;

/** Buttons that lead nowhere. */
export function hasDeadButton({ blocks }: Pick<CampaignContent, 'blocks'>): boolean {
  return flatBlocks(blocks).some(({ kind, url, text }) => kind === 'button' && (url === '' || text.trim() === ''));
}

/** Services to book, portraits and pictures of which none is chosen. */
export function namesNothing({ blocks }: Pick<CampaignContent, 'blocks'>): boolean {
  return flatBlocks(blocks).some(
    ({ kind, serviceId, calendarId, pictureId }) =>
      (kind === 'service' && serviceId === null) ||
      (kind === 'person' && calendarId === null) ||
      (kind === 'image' && pictureId === null),
  );
}
