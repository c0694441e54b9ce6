// Follows what other screens do at the registers.
import { useEffect } from 'react';
import { tills } from '#contract/till/tills.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';

/** Baskets change often: they reload the register only. */
const followed = [
  { tables: ['till_baskets'], reads: [tills.get] },
  { tables: ['till_sessions', 'till_places'], reads: [tills.get, tills.getRegisters, tills.getX, tills.getClosings] },
  { tables: ['products'], reads: [tills.find] },
];

export function useLiveTill(): void {
  useEffect(() => {
    const stops = followed.map(({ tables, reads }) =>
      onTableChange({ declared: { tables } }, () => {
        for (const { path } of reads) void queryClient.invalidateQueries({ queryKey: [path] });
      }),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
