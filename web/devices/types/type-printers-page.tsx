// The printer of each type of paper at the current location.
import { Alert, Select, Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { companyPrinters } from '#contract/devices/devices.ts';
import {
  type AutomaticPaper,
  automaticProblems,
  companyTypePrinters,
  type TypePrinter,
} from '#contract/devices/listing-types.ts';
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
  const automatic = useQuery(query(companyTypePrinters.getAutomatic, {}));
  const reads = [read, printers, automatic];
  const isFailed = reads.some(({ isError, data }) => isError && !data);
  return (
    <Page title={t('devices.whatWhere')} lead={t('devices.whatWhereLead', { place })} width="52rem">
      {isFailed && <TryAgain onRetry={() => void Promise.all(reads.map((each) => each.refetch()))} />}
      {!isFailed && !(read.data && printers.data && automatic.data) && (
        <Skeleton height={320} role="status" aria-label={t('app.loading')} />
      )}
      {read.data && printers.data && automatic.data && (
        <div className={formClasses.fields}>
          <NotByItself papers={automatic.data} types={read.data} />
          {read.data.map((row) => (
            <TypePrinterField
              key={row.typeId}
              row={row}
              printers={printers.data.filter((each) => each.id === newId || each.locationId === locationId)}
              automatic={automatic.data.find(({ typeId }) => typeId === row.typeId)}
            />
          ))}
        </div>
      )}
    </Page>
  );
}

/** Says once why paper that is switched on does not come. */
function NotByItself({ papers, types }: { papers: readonly AutomaticPaper[]; types: readonly TypePrinter[] }) {
  const { t } = useTranslation();
  const problems = automaticProblems.flatMap((problem) => {
    const ids = papers.filter((paper) => paper.problem === problem).map(({ typeId }) => typeId);
    const names = types
      .filter(({ typeId }) => ids.includes(typeId))
      .map(({ typeKey, typeDescription }) => nameOfType(typeKey, typeDescription));
    return names.length > 0 ? [t(`devices.notByItself.${problem}`, { types: names.join(', ') })] : [];
  });
  if (problems.length === 0) return null;
  return (
    <Alert color="orange" variant="light" role="status">
      <strong>{t('devices.notByItself.title')}</strong>
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Alert>
  );
}

interface FieldProps {
  row: TypePrinter;
  printers: readonly { id: string; name: string }[];
  automatic: AutomaticPaper | undefined;
}

function TypePrinterField({ row, printers, automatic }: FieldProps) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all(
      [companyTypePrinters.getAll, companyTypePrinters.getAutomatic].map((read) =>
        cache.invalidateQueries({ queryKey: query(read, {}).queryKey }),
      ),
    );
  const change = useMutation({
    mutationFn: (printerId: string) => call(companyTypePrinters.set, { typeId: row.typeId, printerId }),
    onSettled: refresh,
  });
  const turn = useMutation({
    mutationFn: (given: Pick<AutomaticPaper, 'typeKey' | 'isOn'>) => call(companyTypePrinters.setAutomatic, given),
    onSettled: refresh,
  });
  return (
    <div>
      <Select
        label={nameOfType(row.typeKey, row.typeDescription)}
        data={printers.map(({ id, name }) => ({ value: id, label: id === newId ? t('devices.noPrinter') : name }))}
        value={change.isPending ? change.variables : row.printerId}
        onChange={(id) => change.mutate(id ?? newId)}
        allowDeselect={false}
      />
      {automatic && (
        <Switch
          mt="xs"
          label={t(`devices.byItself.${automatic.typeKey}`)}
          checked={turn.isPending ? turn.variables.isOn : automatic.isOn}
          onChange={({ currentTarget }) => turn.mutate({ typeKey: automatic.typeKey, isOn: currentTarget.checked })}
        />
      )}
    </div>
  );
}
