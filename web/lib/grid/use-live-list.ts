// Reloads a list when others change its records.
import { useEffect } from 'react';
import type { AnyResource } from '#contract/lib/resource.ts';
import { refreshList } from './row-changes.ts';
import { onTableChange } from './table-changes.ts';

/** Reloads the list when one of its tables changes, for tables whose live updates the operator has enabled. */
export function useLiveList(resource: AnyResource): void {
  useEffect(() => onTableChange(resource, () => void refreshList(resource)), [resource]);
}
