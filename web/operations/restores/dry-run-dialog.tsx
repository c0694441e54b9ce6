// Shows what the restore of a checked archive would do, and starts it.
import { Alert, Autocomplete, Skeleton, Table } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#contract/lib/resource.ts';
import { type DryRun, type Restore, systemRestores } from '#contract/operations/restores.ts';
import { call, query } from '#web/lib/client/client.ts';
import { dayAndTime, visitorZone } from '#web/lib/dates.ts';
import { onWrong } from '#web/lib/forms/first-wrong.ts';
import { applyMessages } from '#web/lib/forms/server-messages.ts';
import { validateBy } from '#web/lib/forms/validate-by.ts';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { DialogFoot } from '#web/lib/ui/dialog/dialog-foot.tsx';
import { LargeDialog } from '#web/lib/ui/dialog/large-dialog.tsx';
import { TryAgain } from '#web/lib/ui/page/try-again.tsx';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import classes from './restores.module.css';

const { getDryRun, start } = systemRestores.operations;

/** The tables that have words of their own; the rest is counted together. */
const kinds = [
  'locations',
  'employees',
  'services',
  'contacts',
  'consents',
  'suppressions',
  'visits',
  'events',
  'deliveries',
  'campaigns',
  'receipts',
  'files',
] as const;

export function DryRunDialog({ restore, onClose }: { restore: Restore; onClose: () => void }) {
  const { t } = useTranslation();
  const read = useQuery(query(getDryRun, { id: restore.id }));
  return (
    <LargeDialog onClose={onClose} title={t('list.restores.dryRun')} size="lg">
      {read.isPending && <Skeleton height={420} />}
      {read.isError && <TryAgain onRetry={() => void read.refetch()} />}
      {read.data && <StartForm id={restore.id} report={read.data} onClose={onClose} />}
    </LargeDialog>
  );
}

function StartForm({ id, report, onClose }: { id: string; report: DryRun; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({ initialValues: { administrator: '' }, validate: validateBy(start) });
  const run = useMutation({
    mutationFn: ({ administrator }: { administrator: string }) => call(start, { id, administrator }),
    onSuccess() {
      toast('success', t('list.restores.started'));
      void refreshList(systemRestores as unknown as Resource);
      onClose();
    },
    onError: (error) => applyMessages(form, error, start),
  });
  const { companyName: company, product, madeAt, people, locations, limits } = report;
  const isBeyond = people.length > limits.people || locations > limits.locations;
  return (
    <form noValidate onSubmit={form.onSubmit((values) => run.mutate(values), onWrong)}>
      <p className={classes.from}>
        {t('list.restores.from', { company, product, when: madeAt && dayAndTime(madeAt, visitorZone()) })}
      </p>
      <Counts report={report} />
      <h3 className={classes.heading}>{t('list.restores.leftOut')}</h3>
      <ul className={classes.notes}>
        {report.leftOut.map((one) => (
          <li key={one.reason}>{noteOf(one, t)}</li>
        ))}
      </ul>
      {isBeyond && (
        <Alert color="orange" variant="light" mb="md">
          {t('list.restores.beyondLimits', {
            people: people.length,
            locations,
            maxPeople: limits.people,
            maxLocations: limits.locations,
          })}
        </Alert>
      )}
      <Autocomplete
        label={t('list.restores.administrator')}
        description={t('list.restores.administratorHint')}
        data={[...new Set(people.map(({ eMail }) => eMail))]}
        limit={20}
        type="email"
        inputMode="email"
        autoComplete="off"
        required
        {...form.getInputProps('administrator')}
      />
      <DialogFoot isSticky confirmLabel={t('list.restores.start')} isBusy={run.isPending} onCancel={onClose} />
    </form>
  );
}

/** Reasons that concern the company as a whole. */
const uncounted: readonly string[] = ['plan', 'authors'];

/** With the first of many names, or with the number. */
function noteOf({ reason, count, about }: DryRun['leftOut'][number], t: TFunction): string {
  const note = t(`list.restores.reason.${reason}`);
  const format = new Intl.NumberFormat(currentLocale());
  if (about.length === 0) return uncounted.includes(reason) ? note : `${note} (${format.format(count)})`;
  const rest = count - about.length;
  const more = rest > 0 ? t('grid.andMore', { rest: format.format(rest) }) : '';
  return `${note} ${about.join(', ')} ${more}`.trim();
}

function Counts({ report: { tables } }: { report: DryRun }) {
  const { t } = useTranslation();
  const named = kinds.flatMap((kind) => {
    const found = tables.find(({ name }) => name === kind);
    return found ? [{ ...found, name: t(`list.restores.kind.${kind}`) }] : [];
  });
  const others = tables.filter(({ name, restored }) => restored > 0 && !kinds.some((kind) => kind === name));
  const sum = (field: 'rows' | 'restored') => others.reduce((total, one) => total + one[field], 0);
  const rest = { name: t('list.restores.kind.others'), rows: sum('rows'), restored: sum('restored') };
  return <CountTable rows={others.length > 0 ? [...named, rest] : named} />;
}

function CountTable({ rows }: { rows: DryRun['tables'] }) {
  const { t } = useTranslation();
  const format = new Intl.NumberFormat(currentLocale());
  return (
    <Table className={classes.counts}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('list.restores.records')}</Table.Th>
          <Table.Th scope="col">{t('list.restores.inArchive')}</Table.Th>
          <Table.Th scope="col">{t('list.restores.restored')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, rows: count, restored }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{format.format(count)}</Table.Td>
            <Table.Td>{format.format(restored)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
