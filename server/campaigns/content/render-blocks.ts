// Renders the blocks of a campaign: as HTML with tables and styles on the elements, because many mail programs know
// nothing else, and as plain text.
import { type Block, type BlockKind, flatBlocks, type PlainBlock } from '#contract/campaigns/blocks.ts';
import { euroFormat } from '#contract/lib/money.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { localeOf, translate } from '#server/lib/i18n.ts';
import type { BlockFacts } from './block-facts.ts';
import { plainText, safeText } from './safe-text.ts';

export interface Rendering {
  facts: BlockFacts;
  language: string;
  publicUrl: string;
  /** Returns the address to write for a link: itself, or one that is counted. */
  linkTo(url: string, label: string): string;
}

export const font = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";

type HtmlOf = (block: Block, rendering: Rendering, width: number) => string;

const kinds: Record<BlockKind, HtmlOf> = {
  heading: ({ text }) =>
    text &&
    `<h1 class="ink" dir="auto" style="margin:0;text-align:start;font:600 24px/32px ${font};color:#22252A;">${escapeHtml(text)}</h1>`,
  text: ({ text }, { linkTo }) =>
    text &&
    `<div class="ink" dir="auto" style="text-align:start;font:400 16px/25px ${font};color:#22252A;">${safeText(text, linkTo)}</div>`,
  image({ pictureId, alt, url }, { publicUrl, linkTo }, room) {
    if (!pictureId) return '';
    const picture = `<img src="${publicUrl}/api/image/${pictureId}/mail" alt="${escapeHtml(alt)}" width="${room}" style="display:block;width:100%;max-width:${room}px;height:auto;border:0;border-radius:6px;font:400 14px/20px ${font};">`;
    return url ? `<a href="${escapeHtml(linkTo(url, alt))}">${picture}</a>` : picture;
  },
  button: ({ text, url }, { linkTo }) => (text && url ? button(linkTo(url, text), text) : ''),
  divider: () => '<div class="line" style="border-top:1px solid #E7E3DA;font-size:0;line-height:0;">&nbsp;</div>',
  service(block, rendering) {
    const found = serviceOf(block, rendering);
    if (!found) return '';
    const { name, details, description, url } = found;
    const more = description ? `<p style="margin:6px 0 0;">${escapeHtml(description)}</p>` : '';
    const book = translate(rendering.language, 'campaignMail.book');
    return `<div class="ink" style="font:400 15px/23px ${font};color:#22252A;"><strong style="font-size:17px;">${escapeHtml(name)}</strong><br><span class="soft" style="color:#5B6068;">${escapeHtml(details)}</span>${more}</div>${url ? `<div style="padding-top:14px;">${button(rendering.linkTo(url, name), book)}</div>` : ''}`;
  },
  person(block, rendering) {
    const person = block.calendarId ? rendering.facts.people.get(block.calendarId) : undefined;
    if (!person) return '';
    const { name, profession, pictureId, path } = person;
    const picture = pictureId
      ? `<td width="84" style="padding:0 16px 0 0;">${disc(`<img src="${rendering.publicUrl}/api/image/${pictureId}/mail" alt="" width="68" height="68" style="display:block;width:68px;height:68px;object-fit:cover;border-radius:34px;border:0;">`)}</td>`
      : '';
    const title = `<strong>${escapeHtml(name)}</strong>${profession ? `<br><span class="soft" style="color:#5B6068;">${escapeHtml(profession)}</span>` : ''}`;
    const link = path
      ? `<br><a class="quiet" href="${escapeHtml(rendering.linkTo(path, name))}" style="color:#1F3A5F;">${escapeHtml(translate(rendering.language, 'campaignMail.bookWith'))}</a>`
      : '';
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${picture}<td class="ink" style="font:400 16px/24px ${font};color:#22252A;">${title}${link}</td></tr></table>`;
  },
  columns({ left, right }, rendering, room) {
    const half = Math.floor((room - 20) / 2);
    const column = (blocks: readonly PlainBlock[]) =>
      blocks.map((block) => row(htmlOf(block, rendering, half))).join('');
    const cell = (blocks: readonly PlainBlock[], padding: string) =>
      `<td class="half" width="50%" valign="top" style="width:50%;padding:${padding};"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${column(blocks)}</table></td>`;
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cell(left, '0 10px 0 0')}${cell(right, '0 0 0 10px')}</tr></table>`;
  },
};

/** The HTML of a block that is `room` pixels wide; empty if it has nothing to show. */
export function htmlOf(block: Block | PlainBlock, rendering: Rendering, room: number): string {
  return kinds[block.kind](block as Block, rendering, room);
}

/** Whether a block has nothing to show. */
export function showsNothing(block: Block | PlainBlock, rendering: Rendering): boolean {
  // Without rendering the texts, which can be long.
  if (block.kind === 'text' || block.kind === 'heading') return block.text === '';
  return block.kind !== 'columns' && htmlOf(block, { ...rendering, linkTo: (url) => url }, 0) === '';
}

function button(href: string, label: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="action" style="border-radius:6px;background:#1F3A5F;"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 22px;font:600 15px/20px ${font};color:#FFFFFF;text-decoration:none;border-radius:6px;">${escapeHtml(label)}</a></td></tr></table>`;
}

/** Stands for a portrait while pictures are off. */
function disc(portrait: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="disc" width="68" height="68" style="width:68px;height:68px;border-radius:34px;background:#EDEAE2;">${portrait}</td></tr></table>`;
}

/** A block is a row; an empty one none. */
export function row(html: string): string {
  return html && `<tr><td style="padding:0 0 20px;text-align:left;">${html}</td></tr>`;
}

interface ShownService {
  name: string;
  details: string;
  description: string;
  url: string | undefined;
}

/** The service of a block, with the price and length of the person whom it names, or of everyone who does it. */
export function serviceOf(
  { serviceId, calendarId }: Block | PlainBlock,
  rendering: Rendering,
): ShownService | undefined {
  const { facts, language } = rendering;
  const service = serviceId ? facts.services.get(serviceId) : undefined;
  if (!service) return undefined;
  const offers = service.offers.filter((offer) => (calendarId ? offer.calendarId === calendarId : offer.path !== null));
  const variants = service.variants.length > 0 ? service.variants : [{ minutes: 0, price: 0 }];
  const shown = (offers.length > 0 ? offers : [service]).flatMap((one) =>
    variants.map(({ minutes, price }) => ({ minutes: one.minutes + minutes, price: one.price + price })),
  );
  const lengths = shown.map((one) => one.minutes);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
  const minutes = translate(language, 'campaignMail.minutes', {
    minutes: least < most ? `${least}–${most}` : String(least),
  });
  const prices = shown.map((one) => one.price);
  const [cheapest, dearest] = [Math.min(...prices), Math.max(...prices)];
  const cost = euroFormat(localeOf(language)).format(cheapest);
  const price = cheapest < dearest ? translate(language, 'campaignMail.from', { price: cost }) : cheapest > 0 && cost;
  const path = offers[0]?.path;
  const { name, description } = service;
  return {
    name,
    details: [minutes, price].filter(Boolean).join(' · '),
    description,
    url: path ? `${path}?service=${service.id}` : undefined,
  };
}

/** The blocks as plain text. */
export function plainOf(blocks: readonly Block[], rendering: Rendering): string {
  const { linkTo, facts, language } = rendering;
  return flatBlocks(blocks)
    .map((block) => {
      const { kind, text, url, alt } = block;
      if (kind === 'text') return plainText(text, linkTo);
      if (kind === 'button') return text && url ? `${text}: ${linkTo(url, text)}` : '';
      if (kind === 'image') return [alt, url && linkTo(url, alt)].filter(Boolean).join(': ');
      if (kind === 'divider') return '---';
      if (kind === 'service') {
        const found = serviceOf(block, rendering);
        if (!found) return '';
        const book = found.url && `${translate(language, 'campaignMail.book')}: ${linkTo(found.url, found.name)}`;
        return [`${found.name}, ${found.details}`, found.description, book].filter(Boolean).join('\n');
      }
      if (kind === 'person') {
        const person = block.calendarId ? facts.people.get(block.calendarId) : undefined;
        if (!person) return '';
        return [
          [person.name, person.profession].filter(Boolean).join(', '),
          person.path && linkTo(person.path, person.name),
        ]
          .filter(Boolean)
          .join('\n');
      }
      return text;
    })
    .filter(Boolean)
    .join('\n\n');
}
