// The first script of every page: lets the browser paint the server's rendering, then loads the rest.
import './public-styles.ts';
import './fonts.css';
import './base.css';
import './first-drawing.css';

/** Hidden tabs get no animation frames. Continue after this delay (ms). */
const paintTimeout = 500;

void start();

async function start(): Promise<void> {
  if (document.getElementById('root')?.firstElementChild) await afterPaint();
  // The server marks these links `later`, to give styles, fonts and pictures of the first screen priority.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload';
  await import('./main.tsx');
}

function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, paintTimeout);
  });
}
