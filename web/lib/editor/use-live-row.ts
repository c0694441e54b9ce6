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
export function useLiveRow(resource: AnyResource, row: Row, on: (now: Row | undefined) => void): () => void {
  const asked = useRef(0);
  const told = useRef(on);
  told.current = on;
  const { id } = row;
  useEffect(() => {
    if (isNew({ id })) return;
    let isOver = false;
    const stop = onTableChange(resource, async () => {
      const turn = ++asked.current;
      const tell = (now: Row | undefined) => isOver || turn !== asked.current || told.current(now);
      try {
        tell((await call(resource.operations.getById, { id }, { tellsItself: true })) as Row); // A row, by the contract.
      } catch (error) {
        if (error instanceof CallError && error.status === 404) tell(undefined);
      }
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [resource, id]);
  return useCallback(() => {
    asked.current++;
  }, []);
}
