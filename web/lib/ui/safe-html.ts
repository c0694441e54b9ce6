// Sanitizes HTML down to text formatting: no scripts, styles, pictures or unusual addresses.
import { isSafeTextLink } from '#contract/lib/links.ts';

const allowedTags = new Set(
  'A ABBR B BLOCKQUOTE BR CODE DD DIV DL DT EM H2 H3 H4 HR I LI OL P PRE S SECTION SMALL SPAN STRONG SUB SUP TABLE TBODY TD TH THEAD TR U UL'.split(
    ' ',
  ),
);
/** Elements removed together with their content. */
const droppedTags = new Set(
  'SCRIPT STYLE TEMPLATE NOSCRIPT IFRAME OBJECT EMBED SVG MATH TITLE HEAD TEXTAREA SELECT'.split(' '),
);

/**
 * Returns the HTML reduced to text elements. Links lead only to http(s), mail, phone or our own pages; `h1` becomes
 * `h2`.
 */
export function safeHtml(html: string): string {
  const source = new DOMParser().parseFromString(html, 'text/html');
  const out = document.implementation.createHTMLDocument('').createElement('div');
  copyNodes(source.body, out);
  return out.innerHTML;
}

function copyNodes(from: Node, to: Element): void {
  for (const node of from.childNodes) {
    if (node instanceof Text) to.append(node.data);
    else if (node instanceof Element) copyElement(node, to);
  }
}

function copyElement(element: Element, to: Element): void {
  const tag = element.tagName.toUpperCase();
  if (droppedTags.has(tag)) return;
  const name = tag === 'H1' ? 'H2' : tag;
  if (!allowedTags.has(name)) {
    copyNodes(element, to);
    return;
  }
  const clone = to.ownerDocument.createElement(name);
  const address = (name === 'A' && element.getAttribute('href')?.trim()) || '';
  if (isSafeTextLink(address)) {
    clone.setAttribute('href', address);
    clone.setAttribute('rel', 'noopener nofollow');
  }
  copyNodes(element, clone);
  to.append(clone);
}
