// Notifies an open editor of changes to its record made elsewhere.
import { useCallback, useEffect, useRef } from 'react';
import { type AnyResource, isNew } from '#contract/lib/resource.ts';
import { CallError, call } from '#web/lib/client/client.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';
import type { Row } from './row.ts';

/**
 * Calls `onChange` with the current record after its list changed, or with undefined once the record is gone. Returns a
 * function that discards pending answers because the caller has newer data.
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
        // `getById` returns a row, by the contract.
        notify((await call(resource.operations.getById, { id }, { handlesErrors: true })) as Row);
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
