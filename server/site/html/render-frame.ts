// The frame of server-rendered pages: header and content, with the classes of `web/first-drawing.css`.

/** `content` is HTML, already escaped. */
export function renderFrame(page: 'first-home' | 'first-profile', content: string): string {
  return (
    '<header class="first-header"><a href="/">Daybook</a></header>' +
    `<main class="first-drawing ${page}">${content}</main>`
  );
}
