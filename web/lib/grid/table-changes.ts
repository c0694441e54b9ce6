// Notifies a list when its tables change.
import type { ResourceDeclaration } from '#contract/lib/resource.ts';
import { onLiveChange } from '#web/lib/client/live-changes.ts';

/** Combines changes in quick succession into one reload (ms). */
const debounceMs = 300;
/** Spreads the reloads of many browsers over time (ms). */
const jitterMs = 400;

/** Calls `on` shortly after tables of a list changed or may have changed. Returns a function that unsubscribes. */
export function onTableChange(
  { declared }: { declared: Pick<ResourceDeclaration, 'tables'> },
  on: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onLiveChange('table', (change) => {
    if (change && !declared.tables?.includes(change.Table)) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        on();
      },
      debounceMs + Math.random() * jitterMs,
    );
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
