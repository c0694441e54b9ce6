// Keeps a list as the server has it while others change its records.
import { useEffect } from 'react';
import type { AnyResource } from '#contract/lib/resource.ts';
import { refreshList } from './row-changes.ts';
import { onTableChange } from './table-changes.ts';

/** Reads the list anew when a table it is made of changes, for those tables that the operator keeps in step. */
export function useLiveList(resource: AnyResource): void {
  useEffect(() => onTableChange(resource, () => void refreshList(resource)), [resource]);
}
