// The kind of an SMS gateway: an SMPP link has a port of its own, and a vendor's host accepts only its own requests.
import { Select } from '@mantine/core';
import { gatewayKinds, smppPort, systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import { smsPresets } from '#contract/messaging/sms-presets.ts';
import type { CustomInput } from '#web/lib/editor/custom-input.ts';
import { optionText } from '#web/lib/grid/list-text.ts';

const { port: mailPort, ssl: mailSsl } = systemSmsGateways.declared.blank();

export const SmsKindField: CustomInput = ({ id, label, error, disabled, value, onChange, form }) => {
  function choose(next: string | null): void {
    onChange(next);
    const isOfVendor = Object.values(smsPresets).some((known) => known === form.values.host);
    if (isOfVendor && next !== 'http') {
      form.setFieldValue('host', '');
      form.setFieldValue('port', next === 'smpp' ? smppPort : mailPort);
      form.setFieldValue('ssl', mailSsl);
      form.setFieldValue('preset', 'other');
      return;
    }
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
      data={gatewayKinds.map((kind) => ({ value: kind, label: optionText(systemSmsGateways, 'kind', kind) }))}
      value={value}
      onChange={choose}
    />
  );
};
