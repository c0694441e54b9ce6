// Renders the blocks of a campaign as an e-mail, once for each language: tables and styles on the elements, because many
// mail programs know nothing else. What differs between recipients stays as placeholders.
import {
  type Block,
  type BlockKind,
  campaignPlaceholders,
  flatBlocks,
  type PlainBlock,
} from '#contract/campaigns/blocks.ts';
import type { RenderedCampaign } from '#contract/campaigns/campaigns.ts';
import { euroFormat } from '#contract/lib/money.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { localeOf, translate } from '#server/lib/i18n.ts';
import { placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import type { BlockFacts } from './block-facts.ts';
import { plainText, safeText } from './safe-text.ts';

export interface CampaignContent {
  subject: string;
  blocks: readonly Block[];
  /** The plain part; empty: made from the blocks. */
  text: string;
}

interface Rendering {
  facts: BlockFacts;
  language: string;
  publicUrl: string;
  /** Returns the address to write for a link: itself, or one that is counted. */
  linkTo(url: string, label: string): string;
}

/** Bytes beyond which mail programs cut a mail off. */
const maxSize = 100_000;
const width = 480;
const font = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";

/**
 * Returns the mail with the placeholders `name`, `company` and `unsubscribe`, and its links in order. `basis` names why
 * the recipient gets it.
 */
export function renderCampaignMail(content: CampaignContent, rendering: Rendering): RenderedCampaign {
  const { language, facts } = rendering;
  const links = new Map<string, string>();
  const collect: Rendering = {
    ...rendering,
    linkTo(url, label) {
      const target = absolute(url, rendering.publicUrl);
      // A mail address or a number is no page.
      if (!/^https?:/i.test(target)) return target;
      if (!links.get(target)) links.set(target, label);
      return rendering.linkTo(target, label);
    },
  };
  const body = content.blocks.map((block) => row(htmlOf(block, collect, width))).join('');
  const plain = content.text || plainOf(content.blocks, collect);
  const { company } = facts;
  const contact = [company.address, company.eMail, company.phoneNumber].filter(Boolean).join(' · ');
  const why = translate(language, 'campaignMail.why');
  const unsubscribe = translate(language, 'campaignMail.unsubscribe');
  const footer = `<strong>${escapeHtml(company.name)}</strong>${contact ? `<br>${escapeHtml(contact)}` : ''}<br>${escapeHtml(why)} <a href="{{unsubscribe}}" style="color:#5B6068;">${escapeHtml(unsubscribe)}</a>`;
  const html = frame(language, content.subject, body, footer);
  return {
    subject: content.subject,
    html,
    plain: `${plain.trim()}\n\n-- \n${[company.name, contact].filter(Boolean).join('\n')}\n${why}\n${unsubscribe}: {{unsubscribe}}\n`,
    size: Buffer.byteLength(html),
    ...{ parts: 0, price: 0, maxParts: 0, maxPrice: 0, leftToday: 0 },
    links: [...links].map(([url, label]) => ({ url, label })),
    warnings: warningsOf(content, rendering, { plain, links: [...links.keys()], size: Buffer.byteLength(html) }),
  };
}

/** Plain HTML of the blocks, as the specification's `Message`. */
export function messageOf(blocks: readonly Block[]): string {
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

function warningsOf(
  content: CampaignContent,
  rendering: Rendering,
  { plain, links, size }: { plain: string; links: readonly string[]; size: number },
): RenderedCampaign['warnings'] {
  const blocks = flatBlocks(content.blocks);
  const texts = [content.subject, content.text, ...blocks.map(({ text }) => text)];
  const known: readonly string[] = campaignPlaceholders;
  const uncounted: Rendering = { ...rendering, linkTo: (url) => url };
  const isEmpty = (one: Block | PlainBlock) => one.kind !== 'button' && htmlOf(one, uncounted, width) === '';
  const hasNoPage = (one: Block | PlainBlock) => one.kind === 'service' && serviceOf(one, rendering)?.url === undefined;
  const found: [RenderedCampaign['warnings'][number], boolean][] = [
    ['noText', plain.trim() === ''],
    ['noSubject', content.subject.trim() === ''],
    ['noLink', hasDeadButton(content)],
    ['emptyBlock', blocks.some(isEmpty)],
    ['notBookable', blocks.some((one) => !isEmpty(one) && hasNoPage(one))],
    ['noAlt', blocks.some(({ kind, alt, pictureId }) => kind === 'image' && pictureId !== null && alt === '')],
    ['noLinks', links.length === 0],
    ['nameInLink', links.some(hasName)],
    ['large', size > maxSize],
    ['unknownName', texts.some((text) => placeholdersOf(text).some((name) => !known.includes(name)))],
  ];
  return found.flatMap(([code, holds]) => (holds ? [code] : []));
}

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

function htmlOf(block: Block | PlainBlock, rendering: Rendering, room: number): string {
  return kinds[block.kind](block as Block, rendering, room);
}

function button(href: string, label: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="action" style="border-radius:6px;background:#1F3A5F;"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 22px;font:600 15px/20px ${font};color:#FFFFFF;text-decoration:none;border-radius:6px;">${escapeHtml(label)}</a></td></tr></table>`;
}

/** Stands for a portrait while pictures are off. */
function disc(portrait: string): string {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="disc" width="68" height="68" style="width:68px;height:68px;border-radius:34px;background:#EDEAE2;">${portrait}</td></tr></table>`;
}

/** A block is a row; an empty one none. */
function row(html: string): string {
  return html && `<tr><td style="padding:0 0 20px;text-align:left;">${html}</td></tr>`;
}

interface ShownService {
  name: string;
  details: string;
  description: string;
  url: string | undefined;
}

function serviceOf({ serviceId, calendarId }: Block | PlainBlock, rendering: Rendering): ShownService | undefined {
  const { facts, language } = rendering;
  const service = serviceId ? facts.services.get(serviceId) : undefined;
  if (!service) return undefined;
  const offers = service.offers.filter((offer) => (calendarId ? offer.calendarId === calendarId : offer.path !== null));
  const shown = offers.length > 0 ? offers : [service];
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

function plainOf(blocks: readonly Block[], rendering: Rendering): string {
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

function absolute(url: string, publicUrl: string): string {
  return url.startsWith('/') ? `${publicUrl}${url}` : url;
}

function frame(language: string, subject: string, body: string, footer: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; width: 100%; -webkit-text-size-adjust: 100%; }
table { border-spacing: 0; }
@media (max-width: 480px) {
  .sheet { padding: 26px 20px 8px !important; }
  .page { padding: 14px 8px 24px !important; }
  .half { display: block !important; width: 100% !important; padding: 0 !important; }
}
@media (prefers-color-scheme: dark) {
  .page, .paper { background: #14161A !important; }
  .sheet { background: #1B1E24 !important; border-color: #2B2F37 !important; }
  .ink, .ink a { color: #E9E6DF !important; }
  .soft, .soft a { color: #A9ABB0 !important; }
  .line { border-color: #2B2F37 !important; }
  .quiet { color: #9DBCE6 !important; }
  .disc { background: #2B2F37 !important; }
  .action { background: #8FB0DC !important; }
  .action a { color: #14161A !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#FCFBF8;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="page" align="center" style="padding:28px 16px 40px;background:#FCFBF8;">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;margin:0 auto;">
<tr><td class="sheet" style="padding:36px 40px 18px;background:#FFFFFF;border:1px solid #E7E3DA;border-radius:8px;text-align:left;overflow-wrap:anywhere;word-break:break-word;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${body}</table>
</td></tr>
<tr><td class="soft" style="padding:18px 4px 0;font:400 13px/20px ${font};color:#5B6068;text-align:left;">${footer}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}
