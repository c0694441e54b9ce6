// The frame of what the server draws: the header's place and the page, with the classes of `web/first-drawing.css`.

/** `content` is html already. */
export function renderFrame(page: 'first-home' | 'first-profile', content: string): string {
  return (
    '<header class="first-header"><a href="/">Daybook</a></header>' +
    `<main class="first-drawing ${page}">${content}</main>`
  );
}
