// The script in the head of every page: decides before the first paint whether headings have the serif. The build puts
// it into the page (`vite.config.ts`), which calls `decideFace` before its content, when its styles are loaded.
//
// The question is whether the serif arrives before the words do. This judges the line: the clock starts when the page
// is there, however long the server took to make it. The answer stands for the session, and no page swaps the face.

/** In the session: whether headings have the serif. */
const store = 'daybook-face';
/** From the head on (ms). Only styles that arrive earlier wait for the serif. */
const firstTimeout = 300;
/** In a session with the serif, which the cache has by now (ms). */
const laterTimeout = 3_000;

function startFace(): () => void {
  const root = document.documentElement;
  const url = document.currentScript?.dataset.face;
  const kept = readKept();
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!url || kept === 'plain' || connection?.saveData) return () => {};
  const started = performance.now();
  const loading = new AbortController();
  let face: FontFace | undefined;
  let hasFailed = false;
  let decide = () => {};

  fetch(url, { signal: loading.signal })
    .then((answer) => (answer.ok ? answer.arrayBuffer() : Promise.reject(answer)))
    // One weight for all headings.
    .then((bytes) => new FontFace('Newsreader', bytes, { weight: '400 700' }).load())
    .then((loaded) => {
      face = loaded;
    })
    .catch(() => {
      hasFailed = true;
    })
    .finally(() => decide());

  return () => {
    let isDecided = false;
    decide = () => {
      if (isDecided) return;
      isDecided = true;
      if (face) document.fonts.add(face);
      else loading.abort();
      keep(face ? 'serif' : 'plain');
      delete root.dataset.face;
    };
    const rest = started + (kept === 'serif' ? laterTimeout : firstTimeout) - performance.now();
    if (face || hasFailed || rest <= 0) return decide();
    // Hides the content (`web/tokens.ts`).
    root.dataset.face = 'pending';
    setTimeout(decide, rest);
  };
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(store);
  } catch {
    return null;
  }
}

/** A browser without storage for this site decides for each page. */
function keep(face: 'serif' | 'plain'): void {
  try {
    sessionStorage.setItem(store, face);
  } catch {}
}

Object.assign(window, { decideFace: startFace() });
