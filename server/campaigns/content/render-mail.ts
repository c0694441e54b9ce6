// Renders a campaign as an e-mail, once for each language. Placeholders stand for the values that differ between
// recipients.
import { type Block, campaignPlaceholders, flatBlocks, type PlainBlock } from '#contract/campaigns/blocks.ts';
import type { RenderedCampaign } from '#contract/campaigns/campaigns.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { translate } from '#server/lib/i18n.ts';
import { placeholdersOf } from '#server/messaging/mail/placeholders.ts';
import { type CampaignContent, hasDeadButton, hasName, subjectOf } from './campaign-content.ts';
import { font, htmlOf, plainOf, type Rendering, row, serviceOf, showsNothing } from './render-blocks.ts';

/** Bytes beyond which mail programs cut a mail off. */
const maxSize = 100_000;
/** Of the blocks, in CSS pixels. */
const width = 480;

/** Returns the mail with the placeholders `name`, `company` and `unsubscribe`, and its links in order. */
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
  const html = frame(language, subjectOf(content), body, footer);
  return {
    subject: subjectOf(content),
    html,
    plain: `${plain.trim()}\n\n-- \n${[company.name, contact].filter(Boolean).join('\n')}\n${why}\n${unsubscribe}: {{unsubscribe}}\n`,
    size: Buffer.byteLength(html),
    ...{ parts: 0, price: 0, maxParts: 0, maxPrice: 0 },
    links: [...links].map(([url, label]) => ({ url, label })),
    warnings: warningsOf(content, rendering, { plain, links: [...links.keys()], size: Buffer.byteLength(html) }),
  };
}

function warningsOf(
  content: CampaignContent,
  rendering: Rendering,
  { plain, links, size }: { plain: string; links: readonly string[]; size: number },
): RenderedCampaign['warnings'] {
  const blocks = flatBlocks(content.blocks);
  const texts = [subjectOf(content), content.text, ...blocks.map(({ text }) => text)];
  const known: readonly string[] = campaignPlaceholders;
  const isEmpty = (one: Block | PlainBlock) => one.kind !== 'button' && showsNothing(one, rendering);
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
