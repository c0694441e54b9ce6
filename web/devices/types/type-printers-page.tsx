// The printer of each type of paper at the current location.
import { Select, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyPrinters } from '#contract/devices/devices.ts';
import { companyTypePrinters, type TypePrinter } from '#contract/devices/listing-types.ts';
import { newId } from '#contract/lib/fields.ts';
import { call, query } from '#web/lib/client/client.ts';
import { useCurrentUser } from '#web/lib/client/current-user.ts';
import formClasses from '#web/lib/ui/form/form.module.css';
import { Page } from '#web/lib/ui/page/page.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { nameOfType } from './type-name.ts';

export function TypePrintersPage() {
  const { t } = useTranslation();
  const { locations, locationId } = useCurrentUser();
  const place = locations.find(({ id }) => id === locationId)?.name ?? '';
  const read = useQuery(query(companyTypePrinters.getAll, {}));
  const printers = useQuery(query(companyPrinters.operations.getAllWithEmptyEntry, {}));
  const isFailed = (read.isError && !read.data) || (printers.isError && !printers.data);
  return (
    <Page title={t('devices.whatWhere')} lead={t('devices.whatWhereLead', { place })} width="52rem">
      {isFailed && <TryAgain onRetry={() => void Promise.all([read.refetch(), printers.refetch()])} />}
      {!isFailed && !(read.data && printers.data) && (
        <Skeleton height={320} role="status" aria-label={t('app.loading')} />
      )}
      {read.data && printers.data && (
        <div className={formClasses.fields}>
          {read.data.map((row) => (
            <TypePrinterField
              key={row.typeId}
              row={row}
              printers={printers.data.filter((each) => each.id === newId || each.locationId === locationId)}
            />
          ))}
        </div>
      )}
    </Page>
  );
}

function TypePrinterField({ row, printers }: { row: TypePrinter; printers: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (printerId: string) => call(companyTypePrinters.set, { typeId: row.typeId, printerId }),
    onSettled: () => cache.invalidateQueries({ queryKey: query(companyTypePrinters.getAll, {}).queryKey }),
  });
  return (
    <Select
      label={nameOfType(row.typeKey, row.typeDescription)}
      data={printers.map(({ id, name }) => ({ value: id, label: id === newId ? t('devices.noPrinter') : name }))}
      value={change.isPending ? change.variables : row.printerId}
      onChange={(id) => change.mutate(id ?? newId)}
      allowDeselect={false}
    />
  );
}
