// Follows what other screens do at the registers.
import { useEffect } from 'react';
import { tills } from '#contract/till/tills.ts';
import { onLiveChange } from '#web/lib/client/live-changes.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { onTableChange } from '#web/lib/grid/table-changes.ts';

/** Combines changes of calendars in quick succession into one reload of the visits that are not paid (ms). */
const debounceMs = 1_000;

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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stopVisits = onLiveChange('changed', () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queryClient.invalidateQueries({ queryKey: [tills.find.path] });
      }, debounceMs);
    });
    return () => {
      clearTimeout(timer);
      stopVisits();
      for (const stop of stops) stop();
    };
  }, []);
}
