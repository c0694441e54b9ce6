// The first script of every page: lets the browser paint the server's rendering, then loads the rest.
import './public-styles.ts';
import './fonts.css';
import './base.css';
import './first-drawing.css';

/** Hidden tabs get no animation frames. Continue after this delay (ms). */
const paintTimeout = 500;
/** Of the page itself (ms). */
const slowAnswer = 400;

void start();

async function start(): Promise<void> {
  if (!isSlow()) document.documentElement.dataset.fast = '';
  if (document.getElementById('root')?.firstElementChild) await afterPaint();
  // The server marks these links `later`, to give styles, fonts and pictures of the first screen priority.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=later]')) link.rel = 'modulepreload';
  await import('./main.tsx');
}

/**
 * True if the server's answer took long. The page then does without the second typeface, and works a second earlier.
 */
function isSlow(): boolean {
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming && page.responseEnd - page.requestStart > slowAnswer;
}

function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, paintTimeout);
  });
}
