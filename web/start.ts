// The first script of every page: lets what the server has drawn be painted, then brings the rest.
import './public-styles.ts';
import './fonts.css';
import './base.css';
import './first-drawing.css';

/** A frame is not drawn in a hidden tab; nothing waits longer than this for it (ms). */
const paintTimeout = 500;

if (document.getElementById('root')?.firstElementChild) await afterPaint();
// The server named them so, for them not to compete with the styles, the face and the pictures of the first drawing.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload';
await import('./main.tsx');

function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, paintTimeout);
  });
}
