// Imports services and appointments from a file: choose it, check how it is read and matched, import, read the report.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BookingImportAnswer, bookingImports } from '#contract/booking/import.ts';
import { companyServices } from '#contract/booking/services.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import { EarlierImports } from '#web/customers/import/earlier-imports.tsx';
import { call, query } from '#web/lib/client/client.ts';
import { queryClient } from '#web/lib/client/query-client.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { ImportFrame } from '#web/lib/ui/file-import/import-frame.tsx';
import { useFileImport } from '#web/lib/ui/file-import/use-file-import.ts';
import { BookingPreview } from './booking-preview.tsx';
import { BookingReport } from './booking-report.tsx';
import { type FileChoices, withChange } from './file-choices.ts';

const accepted = '.csv,.txt,.tsv,.xlsx,.xls,.html,.ics,.json,.sql,text/csv,text/calendar,application/json';
/** Between two questions how far an import is (ms). */
const progressInterval = 1_000;

export function BookingImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const state = useFileImport({
    preview: (file, choices: FileChoices) => call(bookingImports.preview, choices, { file, handlesErrors: true }),
    run: (file, choices) => call(bookingImports.run, choices, { file, handlesErrors: true }),
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: query(bookingImports.getAll, {}).queryKey });
      void refreshList(companyServices as unknown as AnyResource);
    },
  });
  const { choices, read, done, isReading, isRunning } = state;
  const earlier = useQuery({
    ...query(bookingImports.getAll, {}),
    staleTime: 0,
    refetchInterval: isRunning ? progressInterval : false,
  });
  const count = read ? countWritten(read.counts) : 0;
  const running = isRunning ? earlier.data?.find((one) => one.state === 'running') : undefined;
  return (
    <ImportFrame
      title={t('imports.title')}
      hint={t('imports.drop')}
      accepted={accepted}
      state={state}
      count={count}
      progress={t('imports.progress', { done: running?.done ?? 0, total: running?.total ?? count })}
      preview={
        read && (
          <BookingPreview
            answer={read}
            isBusy={isReading || isRunning}
            onChange={(change) => state.change(withChange(choices, change))}
          />
        )
      }
      report={done && <BookingReport answer={done} isDone />}
      below={<EarlierImports imports={(earlier.data ?? []).filter(({ kind }) => kind !== 'products')} />}
      onStart={() => state.start({ ...choices, columns: choices.columns ?? read?.columns.map(({ field }) => field) })}
      onClose={onClose}
    />
  );
}

function countWritten({ services, appointments }: BookingImportAnswer['counts']): number {
  return services.added + services.changed + appointments.added + appointments.changed + appointments.removed;
}
