// Hears when the tables of a list change.
import type { ResourceDeclaration } from '#contract/lib/resource.ts';
import { onLiveChange } from '#web/lib/client/live-changes.ts';

/** Several changes at once are read once (ms). */
const debounceMs = 300;
/** Browsers that hear of the same change do not all ask in the same moment (ms). */
const jitterMs = 400;

/** Calls `on` some moments after tables of a list changed, or may have. Returns how to stop. */
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
