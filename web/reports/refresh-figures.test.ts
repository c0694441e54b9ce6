// Tests that all figures of reports are read again after a payment or an estimate, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receipts } from '#contract/booking/receipts.ts';
import { incomes } from '#contract/reports/incomes.ts';
import { reports } from '#contract/reports/reports.ts';
import { queryClient, refreshFigures } from '#web/lib/client/query-client.ts';

test('figures are read again by their addresses', async () => {
  const figures = [
    incomes.getByCompany,
    incomes.getPerUser,
    reports.getDashboard,
    reports.getReport,
    reports.getCompany,
  ];
  for (const { path } of [...figures, receipts.getOfVisit]) queryClient.setQueryData([path, {}], 1);
  await refreshFigures();
  const isOld = ({ path }: { path: string }) => queryClient.getQueryState([path, {}])?.isInvalidated;
  assert.deepEqual(figures.map(isOld), [true, true, true, true, true]);
  assert.equal(isOld(receipts.getOfVisit), false);
  queryClient.clear();
});
