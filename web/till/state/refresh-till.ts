// Reads again what a sale, a refund or another act at a register changes.
import { receipts } from '#contract/booking/receipts.ts';
import { tills } from '#contract/till/tills.ts';
import { query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';

export async function refreshTill(registerId: string): Promise<void> {
  const { getRegisters, getX, getReceipts, getReceipt, getClosings, find } = tills;
  const paths = [getRegisters, getX, getReceipts, getReceipt, getClosings, find, receipts.getOfVisit].map(
    ({ path }) => path,
  );
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: query(tills.get, { registerId }).queryKey }),
    ...paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
  ]);
}
