// Imports products from a file: choose it, check how it is read and what would happen, import, read the report.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bookingImports } from '#contract/booking/import.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { type ProductColumn, type ProductImportAnswer, productColumns } from '#contract/till/import.ts';
import { companyProducts } from '#contract/till/products.ts';
import { EarlierImports } from '#web/customers/import/earlier-imports.tsx';
import { ReadingChoices } from '#web/customers/import/reading-choices.tsx';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ColumnTable } from '#web/lib/ui/file-import/column-table.tsx';
import { ImportFrame } from '#web/lib/ui/file-import/import-frame.tsx';
import { useFileImport } from '#web/lib/ui/file-import/use-file-import.ts';
import { ProductImportReport } from './product-import-report.tsx';

const { previewImport, import: importFile } = companyProducts.operations;

const accepted = '.csv,.txt,.tsv,.xlsx,.xls,.html,text/csv';

interface Choices {
  columns?: ProductColumn[] | undefined;
  charset?: string | undefined;
  sheet?: string | undefined;
  headerLine?: number | undefined;
}

export function ProductImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const state = useFileImport({
    preview: (file, choices: Choices) => call(previewImport, choices, { file, handlesErrors: true }),
    run: (file, choices) => call(importFile, choices, { file, handlesErrors: true }),
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: query(bookingImports.getAll, {}).queryKey });
      void refreshList(companyProducts as unknown as AnyResource);
    },
  });
  const { choices, read, done, isReading, isRunning } = state;
  const isBusy = isReading || isRunning;
  const earlier = useQuery({ ...query(bookingImports.getAll, {}), staleTime: 0 }).data ?? [];

  /** Another encoding or header row gives other columns, which are recognized again. */
  function change({ charset, sheet, headerLine, columns }: Choices): void {
    const given = Object.fromEntries(
      Object.entries({ charset, sheet, headerLine, columns }).filter(([, value]) => value !== undefined),
    );
    state.change({ ...choices, columns: undefined, ...given });
  }

  const fields = productColumns.map((value) => ({ value, label: t(`products.column.${value}`) }));
  const map = (answer: ProductImportAnswer) => (column: number, field: string) =>
    // Its values are those of the list above.
    change({ columns: answer.columns.map((one, at) => (at === column ? (field as ProductColumn) : one.field)) });
  return (
    <ImportFrame
      title={t('products.importTitle')}
      hint={t('products.importDrop')}
      accepted={accepted}
      state={state}
      count={read ? read.added + read.changed : 0}
      progress={t('customers.importing', { number: read?.rows ?? 0 })}
      preview={
        read && (
          <>
            <ReadingChoices answer={{ ...read, dayOrder: null }} isBusy={isBusy} onChange={change} />
            <ColumnTable columns={read.columns} fields={fields} isBusy={isBusy} onMap={map(read)} />
            <ProductImportReport answer={read} />
          </>
        )
      }
      report={done && <ProductImportReport answer={done} isDone />}
      below={<EarlierImports imports={earlier.filter(({ kind }) => kind === 'products')} />}
      onStart={() => state.start({ ...choices, columns: read?.columns.map(({ field }) => field) })}
      onClose={onClose}
    />
  );
}
