// Imports customers from a file: choose it, check how it is read and what would happen, import, read the report.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bookingImports } from '#contract/booking/import.ts';
import { companyContacts } from '#contract/customers/contacts.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ImportFrame } from '#web/lib/ui/file-import/import-frame.tsx';
import { useFileImport } from '#web/lib/ui/file-import/use-file-import.ts';
import { EarlierImports } from './earlier-imports.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportReport } from './import-report.tsx';
import type { Choices } from './reading-choices.tsx';

const { previewImport, import: importFile } = companyContacts.operations;

const accepted = '.csv,.txt,.tsv,.xlsx,.xls,.html,.vcf,text/csv,text/vcard';

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const state = useFileImport({
    preview: (file, choices: Choices) => call(previewImport, choices, { file, handlesErrors: true }),
    run: (file, choices) => call(importFile, choices, { file, handlesErrors: true }),
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: query(bookingImports.getAll, {}).queryKey });
      void refreshList(companyContacts as unknown as AnyResource);
    },
  });
  const { choices, read, done, isReading, isRunning } = state;
  const earlier = useQuery({ ...query(bookingImports.getAll, {}), staleTime: 0 }).data ?? [];

  /** Another encoding or header row gives other columns, which are recognized again. */
  function change(next: Choices): void {
    const kept = 'columns' in next || 'dayOrder' in next ? choices : { ...choices, columns: undefined };
    state.change({ ...kept, ...next });
  }

  return (
    <ImportFrame
      title={t('customers.import')}
      hint={t('customers.importDrop')}
      accepted={accepted}
      state={state}
      count={read ? read.added + read.filled : 0}
      progress={t('customers.importing', { number: read?.rows ?? 0 })}
      preview={read && <ImportPreview answer={read} isBusy={isReading || isRunning} onChange={change} />}
      report={done && <ImportReport answer={done} isDone />}
      below={<EarlierImports imports={earlier.filter(({ kind }) => kind === 'customers')} />}
      onStart={() => state.start({ ...choices, columns: read?.columns.map(({ field }) => field) })}
      onClose={onClose}
    />
  );
}
