// The kind of an SMS gateway: an SMPP link has a port of its own.
import { Select } from '@mantine/core';
import { gatewayKinds, smppPort, systemSmsGateways } from '#contract/messaging/hosts.ts';
import type { CustomInput } from '#web/lib/editor/editor.tsx';
import { optionLabel } from '#web/lib/grid/list-text.ts';

const { port: mailPort } = systemSmsGateways.declared.blank();

export const SmsKindField: CustomInput = ({ id, label, error, disabled, value, onChange, form }) => {
  function choose(next: string | null): void {
    onChange(next);
    // A port that the operator typed stays.
    const [former, usual] = next === 'smpp' ? [mailPort, smppPort] : [smppPort, mailPort];
    if (form.values.port === former) form.setFieldValue('port', usual);
  }
  return (
    <Select
      id={id}
      label={label}
      error={error}
      disabled={disabled}
      allowDeselect={false}
      data={gatewayKinds.map((kind) => ({ value: kind, label: optionLabel(systemSmsGateways, 'kind', kind) }))}
      value={value}
      onChange={choose}
    />
  );
};
