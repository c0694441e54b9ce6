// The code that a company copies into a page of its website; `web/public/embed.js` reads its attributes.

/** A form in the page, a button that opens it, or the website's own links that open it. */
export const embedWays = ['inline', 'button', 'link'] as const;

/** `origin` is that of this installation. */
export function embedCode(
  origin: string,
  urlName: string,
  way: (typeof embedWays)[number],
  { book, close }: { book: string; close: string },
): string {
  const attributes = {
    src: `${origin}/embed.js`,
    'data-location': urlName,
    ...(way !== 'inline' && { 'data-as': way }),
    ...(way === 'button' && { 'data-label': book }),
    'data-title': book,
    ...(way !== 'inline' && { 'data-close': close }),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  const script = `<script ${written.join(' ')} async></script>`;
  const link = `<a href="${origin}/${encodeURIComponent(urlName)}">${escapeAttribute(book)}</a>`;
  return way === 'link' ? `${link}\n${script}` : script;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
