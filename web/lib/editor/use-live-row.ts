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
        notify(await loadRow(resource, id));
      } catch (error) {
        // The record is reloaded after the next change, or when it is saved.
        if (!(error instanceof CallError)) throw error;
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

/** Returns the current record; undefined if it is gone. */
export async function loadRow({ operations }: AnyResource, id: string): Promise<Row | undefined> {
  try {
    // `getById` returns a row, by the contract.
    return (await call(operations.getById, { id }, { handlesErrors: true })) as Row;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  }
}
