// Reduces the HTML of a text to paragraphs, lists, emphasis and links, which all mail programs show. Every tag and
// attribute of the result is written here: none of the given HTML is copied.
import { isSafeTextLink } from '#contract/lib/links.ts';
import { escapeHtml } from '#server/lib/escape.ts';
import { isHtml, readHtml } from './read-html.ts';

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
const shownTags = new Set(['p', 'ul', 'ol', 'li', 'blockquote', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u']);

/** The HTML of the text, for a mail. Text without any tag becomes a paragraph for each line. */
export function safeText(html: string, linkTo: LinkTo): string {
  if (!isHtml(html)) {
    const lines = html.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => `<p style="${styles.p}">${escapeHtml(line)}</p>`).join('');
  }
  const writer = new HtmlWriter();
  readHtml(html, {
    text: (words) => writer.write(escapeHtml(words)),
    open(given, href) {
      const name = given === 'h1' ? 'h2' : given;
      if (name === 'br') return writer.write('<br>');
      if (name === 'a') {
        writer.close('a');
        return isShownLink(href) && writer.open('a', `href="${escapeHtml(linkTo(href, ''))}" style="color:#1F3A5F;"`);
      }
      // A paragraph inside an item would double its distance.
      if (!shownTags.has(name) || (name === 'p' && writer.isOpen('li'))) return;
      writer.open(name, styles[name] && `style="${styles[name]}"`);
    },
    close: (name) => (name === 'br' ? writer.write('<br>') : writer.close(name === 'h1' ? 'h2' : name)),
  });
  return writer.end();
}

/** Writes balanced HTML. Counts the open elements of each name, so that nesting does not make it slow. */
class HtmlWriter {
  #html = '';
  readonly #open: string[] = [];
  readonly #counts = new Map<string, number>();

  isOpen(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  write(html: string): void {
    this.#html += html;
  }

  open(name: string, attributes = ''): void {
    this.#open.push(name);
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    this.#html += attributes ? `<${name} ${attributes}>` : `<${name}>`;
  }

  /** Closes the innermost element of the name and those inside it; nothing if none is open. */
  close(name: string): void {
    while (this.isOpen(name)) {
      if (this.#closeLast() === name) return;
    }
  }

  /** Closes what is open, and returns the HTML. */
  end(): string {
    while (this.#open.length > 0) this.#closeLast();
    return this.#html;
  }

  #closeLast(): string {
    const last = this.#open.pop() ?? '';
    this.#counts.set(last, (this.#counts.get(last) ?? 0) - 1);
    this.#html += `</${last}>`;
    return last;
  }
}

const blockTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'blockquote']);

/** The text for the plain part of a mail. */
export function plainText(html: string, linkTo: LinkTo): string {
  if (!isHtml(html)) return html.trim();
  const links: { url: string; to: string; isBare: boolean }[] = [];
  let plain = '';
  readHtml(html, {
    text(words) {
      const shown = words.replace(/\s+/g, ' ');
      const link = links.at(-1);
      // The address alone is not repeated.
      if (link?.to && shown.trim() === link.url) link.isBare = true;
      else plain += shown;
    },
    open(name, href) {
      if (name === 'br') plain += '\n';
      if (name === 'li') plain += '\n- ';
      if (name === 'a') links.push({ url: href, to: isShownLink(href) ? linkTo(href, '') : '', isBare: false });
    },
    close(name) {
      if (name === 'br') plain += '\n';
      if (blockTags.has(name)) plain += '\n\n';
      if (name !== 'a') return;
      const link = links.pop();
      if (link?.to) plain += link.isBare ? link.to : ` (${link.to})`;
    },
  });
  return (
    plain
      // From the first of several spaces only: from each of them would take time quadratic in their number.
      .replace(/(?<![ \t])[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** A place in the text is not shown elsewhere. */
const isShownLink = (url: string) => isSafeTextLink(url) && !url.startsWith('#');
