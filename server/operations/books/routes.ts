// The routes of the books.
import { systemBalances, systemBooks } from '#contract/operations/books.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';
import { runJobNow } from '#server/operations/jobs/run-job-now.ts';
import { readAccounts, readBooks } from './read-books.ts';
import { balances } from './store.ts';

export const bookRoutes = serve(systemBooks, {
  get: readBooks,
  getAccounts: readAccounts,
  async verify(context) {
    const job = await context.db.selectFrom('jobs').select('id').where('name', '=', 'books').executeTakeFirst();
    if (!job) throw notFound();
    await runJobNow(context, job);
    return readBooks(context);
  },
});

export const balanceRoutes = serve(systemBalances.operations, gridOf(systemBalances, balances));
