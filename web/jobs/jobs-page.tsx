// The regular work of the installation, and a way to have it done now.
import { NumberInput } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { systemJobs } from '#contract/jobs.ts';
import { call } from '#web/lib/client.ts';
import type { OwnInput } from '#web/lib/editor/editor.tsx';
import type { InputProps } from '#web/lib/editor/field-input.tsx';
import { attempt } from '#web/lib/failures.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { refresh } from '#web/lib/grid/row-changes.ts';
import { currentLocale } from '#web/lib/locale.ts';
import { toast } from '#web/lib/toasts.ts';

/** Seconds, entered in the units of the specification. */
function SecondsInput({ unit, value, onChange, required, ...shared }: InputProps & { unit: number }) {
  return (
    <NumberInput
      {...shared}
      withAsterisk={required}
      aria-required={required}
      value={typeof value === 'number' ? value / unit : ''}
      onChange={(next) => onChange(next === '' ? null : Math.round(Number(next) * unit))}
      min={0}
      clampBehavior="none"
      decimalScale={2}
      hideControls
    />
  );
}

const TimeOutInput: OwnInput = ({ form: _form, row: _row, ...shared }) => <SecondsInput {...shared} unit={60} />;
const NextStartInput: OwnInput = ({ form: _form, row: _row, ...shared }) => <SecondsInput {...shared} unit={600} />;
const inputs = { timeOutSeconds: TimeOutInput, nextStartSeconds: NextStartInput };

export function JobsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemJobs}
      columns={[
        { field: 'name', width: 120 },
        { field: 'description', width: 300 },
        { field: 'lastStarted', width: 150 },
        { field: 'isRunning', width: 90 },
        { field: 'nextStartSeconds', width: 120, cell: ({ nextStartSeconds }) => minutes(nextStartSeconds) },
        { field: 'lastError', width: 160 },
        { field: 'lastResult', width: 220, hidden: true },
        { field: 'lastEnded', width: 150, hidden: true },
        { field: 'timeOutSeconds', width: 120, hidden: true, cell: ({ timeOutSeconds }) => minutes(timeOutSeconds) },
        { field: 'parameters', width: 160, hidden: true },
      ]}
      inputs={inputs}
      actions={({ id, name, isRunning }) => [
        {
          label: t('list.jobs.runNow'),
          icon: IconPlayerPlay,
          disabled: isRunning ? t('list.jobs.runsAlready') : undefined,
          run: () => void runNow(id, name),
        },
      ]}
    />
  );
}

/** How long most jobs take at most (ms): the list is read again when it will tell how the run went. */
const soon = 3_000;

async function runNow(id: string, name: string): Promise<void> {
  const run = () => call(systemJobs.operations.runNow, { id }, { tellsItself: true });
  if (!(await attempt(i18next.t('list.jobs.notStarted', { name }), run))) return;
  toast('success', i18next.t('list.jobs.started', { name }));
  setTimeout(() => void refresh(systemJobs), soon);
}

function minutes(seconds: number): string {
  const format = new Intl.NumberFormat(currentLocale(), {
    style: 'unit',
    unit: 'minute',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return format.format(seconds / 60);
}
