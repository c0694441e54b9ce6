// Tells an open editor what becomes of its record elsewhere.
import { useCallback, useEffect, useRef } from 'react';
import { type AnyResource, isNew } from '#contract/lib/resource.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';
import type { Row } from './row.ts';

/**
 * Calls `on` with the record as it is now after its list changed; with nothing when it is gone. Answers how to pass over what is
 * on its way, because something newer is known.
 */
export function useLiveRow(resource: AnyResource, row: Row, onChange: (now: Row | undefined) => void): () => void {
  const lastRequest = useRef(0);
  const handler = useRef(onChange);
  handler.current = onChange;
  const { id } = row;
  useEffect(() => {
    if (isNew({ id })) return;
    let isStopped = false;
    const stop = onTableChange(resource, async () => {
      const request = ++lastRequest.current;
      const notify = (now: Row | undefined) => isStopped || request !== lastRequest.current || handler.current(now);
      try {
        notify((await call(resource.operations.getById, { id }, { handlesErrors: true })) as Row); // A row, by the contract.
      } catch (error) {
        if (error instanceof CallError && error.status === 404) notify(undefined);
      }
    });
    return () => {
      isStopped = true;
      stop();
    };
  }, [resource, id]);
  return useCallback(() => {
    lastRequest.current++;
  }, []);
}
