// Shows the section of the account page that the address names.

const moves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls to the section with this id, and again whenever the sections above it push it away because they are loaded,
 * until the person does something. Returns the function that ends it.
 */
export function stayAtSection(id: string): () => void {
  const section = document.getElementById(id);
  if (!section?.parentElement) return () => undefined;
  const show = () => section.scrollIntoView();
  const growth = new ResizeObserver(show);
  const ended = new AbortController();
  const end = () => {
    growth.disconnect();
    ended.abort();
  };
  show();
  growth.observe(section.parentElement);
  for (const move of moves) addEventListener(move, end, { signal: ended.signal, passive: true });
  return end;
}
