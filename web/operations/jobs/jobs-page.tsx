// The scheduled jobs of the installation, with an action that runs one immediately.
import { NumberInput, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { systemJobs } from '#contract/operations/jobs.ts';
import { call } from '#web/lib/client/client.ts';
import { attempt } from '#web/lib/client/failures.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { hintBelow, type InputProps } from '#web/lib/editor/field-input.tsx';
import { formatDuration } from '#web/lib/grid/format-value.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { refreshList } from '#web/lib/grid/row-changes.ts';
import { toast } from '#web/lib/ui/toast/toasts.ts';
import { formatResult, type JobRow, LastRun } from './last-run.tsx';

/** Edits a value in seconds in the units of the specification. */
function SecondsInput({ unit, value, onChange, required, description, ...shared }: InputProps & { unit: number }) {
  const { t } = useTranslation();
  const isNumber = typeof value === 'number';
  return (
    <NumberInput
      {...shared}
      inputWrapperOrder={hintBelow}
      description={isNumber ? t('list.jobs.now', { hint: description, time: formatDuration(value) }) : description}
      withAsterisk={required}
      aria-required={required}
      value={isNumber ? value / unit : ''}
      onChange={(next) => onChange(next === '' ? null : Math.round(Number(next) * unit))}
      min={0}
      clampBehavior="none"
      decimalScale={2}
      hideControls
    />
  );
}

const TimeOutInput: CustomInput = ({ form: _form, row: _row, ...shared }) => <SecondsInput {...shared} unit={60} />;
const NextStartInput: CustomInput = ({ form: _form, row: _row, ...shared }) => <SecondsInput {...shared} unit={600} />;
const ParametersInput: CustomInput = ({ form: _form, row, required: _required, value, onChange, ...shared }) => {
  const { t } = useTranslation();
  const own = t(`list.jobs.parametersOf.${row.name}`, { defaultValue: shared.description ?? '' });
  return (
    <Textarea
      {...shared}
      inputWrapperOrder={hintBelow}
      description={own}
      value={value ?? ''}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
};
const inputs = { timeOutSeconds: TimeOutInput, nextStartSeconds: NextStartInput, parameters: ParametersInput };

export function JobsPage() {
  const { t } = useTranslation();
  return (
    <Grid
      resource={systemJobs}
      columns={[
        { field: 'name', width: 245, below: ({ description }) => description },
        { field: 'nextStartSeconds', width: 130 },
        { field: 'isRunning', width: 90 },
        { field: 'lastStarted', width: 145 },
        { field: 'lastResult', width: 140, cell: ({ lastResult }) => formatResult(lastResult, true) || '–' },
        { field: 'lastError', width: 115 },
        { field: 'lastEnded', width: 130, hidden: true },
        { field: 'timeOutSeconds', width: 120, hidden: true },
        { field: 'description', width: 300, hidden: true },
        { field: 'parameters', width: 160, hidden: true },
      ]}
      inputs={inputs}
      below={(row) => <LastRun job={row as JobRow} />}
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

/** Most jobs finish within this time (ms). The list reloads afterwards to show the result. */
const refreshDelay = 3_000;

async function runNow(id: string, name: string): Promise<void> {
  const run = () => call(systemJobs.operations.runNow, { id }, { handlesErrors: true });
  if (!(await attempt(i18next.t('list.jobs.notStarted', { name }), run))) return;
  toast('success', i18next.t('list.jobs.started', { name }));
  setTimeout(() => void refreshList(systemJobs), refreshDelay);
}
