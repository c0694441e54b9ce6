// Reduces the HTML of a text to what mail programs show: paragraphs, lists, emphasis and links. Every tag and attribute
// of the result is written here: none of the given HTML is copied.
import { isSafeTextLink } from '#contract/lib/links.ts';
import { escapeHtml } from '#server/lib/escape.ts';

/** Returns the address to write for a link of the text. */
type LinkTo = (url: string, label: string) => string;

const styles: Record<string, string> = {
  p: 'margin:0 0 14px;',
  ul: 'margin:0 0 14px;padding:0 0 0 22px;',
  ol: 'margin:0 0 14px;padding:0 0 0 22px;',
  li: 'margin:0 0 4px;',
  blockquote: 'margin:0 0 14px;padding:0 0 0 14px;border-left:3px solid #E7E3DA;',
  h2: 'margin:0 0 12px;font-size:20px;line-height:28px;',
  h3: 'margin:0 0 10px;font-size:17px;line-height:24px;',
  h4: 'margin:0 0 10px;font-size:16px;line-height:24px;',
};
const plainTags = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 'br']);
/** Elements that are dropped with their content. */
const dropped = /<(script|style|template|title|head|svg|math|textarea|iframe|object)\b[\s\S]*?(<\/\1\s*>|$)/gi;
/** A tag ends before the next `<`, which keeps the time linear in the length of the text. */
const token = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)((?:"[^"<]*"|'[^'<]*'|[^'"<>])*)>|([^<]+|<)/gi;

/** The HTML of the text, for a mail. Text without any tag becomes a paragraph for each line. */
export function safeText(html: string, linkTo: LinkTo): string {
  if (!/<[a-z]/i.test(html)) {
    const lines = html.split(/\n+/).filter((line) => line.trim() !== '');
    return lines.map((line) => `<p style="${styles.p}">${escapeHtml(line)}</p>`).join('');
  }
  const open: string[] = [];
  let out = '';
  const close = (name: string) => {
    if (!open.includes(name)) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      out += `</${last}>`;
      if (last === name) return;
    }
  };
  for (const [, end, given = '', attributes = '', text] of html.replace(dropped, '').matchAll(token)) {
    if (text !== undefined) out += escapeHtml(decodeText(text));
    const name = given.toLowerCase() === 'h1' ? 'h2' : given.toLowerCase();
    if (!name) continue;
    if (name === 'br') out += '<br>';
    else if (name === 'a' && !end) {
      const url = decodeText(hrefOf(attributes)).trim();
      close('a');
      if (!isSafeTextLink(url) || url.startsWith('#')) continue;
      open.push('a');
      out += `<a href="${escapeHtml(linkTo(url, ''))}" style="color:#1F3A5F;">`;
    } else if (end) close(name);
    else if (plainTags.has(name)) {
      // A paragraph inside an item would double its distance.
      if (name === 'p' && open.includes('li')) continue;
      open.push(name);
      out += styles[name] ? `<${name} style="${styles[name]}">` : `<${name}>`;
    }
  }
  while (open.length > 0) out += `</${open.pop()}>`;
  return out;
}

/** The text for the plain part of a mail. */
export function plainText(html: string, linkTo: LinkTo): string {
  if (!/<[a-z]/i.test(html)) return html.trim();
  const links: { url: string; to: string; isBare: boolean }[] = [];
  const text = [...html.replace(dropped, '').matchAll(token)].map(([, end, given = '', attributes = '', words]) => {
    if (words !== undefined) {
      const said = decodeText(words).replace(/\s+/g, ' ');
      const link = links.at(-1);
      if (!link?.to || said.trim() !== link.url) return said;
      // The address alone is not repeated.
      link.isBare = true;
      return '';
    }
    const name = given.toLowerCase();
    if (name === 'br') return '\n';
    if (name === 'li' && !end) return '\n- ';
    if (name === 'a') {
      const url = decodeText(hrefOf(attributes)).trim();
      if (!end) {
        links.push({ url, to: isSafeTextLink(url) && !url.startsWith('#') ? linkTo(url, '') : '', isBare: false });
        return '';
      }
      const link = links.pop();
      if (!link?.to) return '';
      return link.isBare ? link.to : ` (${link.to})`;
    }
    return end && /^(p|h[1-4]|ul|ol|blockquote)$/.test(name) ? '\n\n' : '';
  });
  return text
    .join('')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function hrefOf(attributes: string): string {
  const [, double, single, bare] = /(?:^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  return double ?? single ?? bare ?? '';
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeText(text: string): string {
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name.toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
