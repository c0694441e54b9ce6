// The state of the setup list, as last loaded.
import { setup } from '#contract/reports/setup.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export const setupQuery = query(setup.get, {});

export function refreshSetup(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: setupQuery.queryKey });
}
