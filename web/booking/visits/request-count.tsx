// The number of requests that need an answer, beside the menu item that leads to them.
import { CountBadge } from '#web/lib/ui/count-badge.tsx';
import { useRequestCount, useRequestWords } from './requests.ts';

export function RequestCount() {
  const count = useRequestCount();
  const words = useRequestWords();
  return words ? <CountBadge count={count} words={words} /> : null;
}
