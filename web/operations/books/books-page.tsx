// The operator's books: whether they are right, the accounts of the ledger, and the balances of all companies.
import { systemBalances } from '#contract/operations/books.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { BooksSummary } from './books-summary.tsx';

export function BooksPage() {
  return (
    <>
      <Grid
        resource={systemBalances}
        columns={[
          { field: 'company', width: 220 },
          { field: 'posted', width: 110 },
          { field: 'held', width: 110 },
          { field: 'free', width: 110 },
          { field: 'receivable', width: 110 },
          {
            field: 'lastInvoice',
            width: 120,
            cell: ({ lastInvoice }) => <span className="figures">{lastInvoice ?? '–'}</span>,
          },
          { field: 'lastIssued', width: 120, hidden: true },
        ]}
      />
      <BooksSummary />
    </>
  );
}
