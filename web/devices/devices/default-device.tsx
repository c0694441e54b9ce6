// The choice of the person's default printer or cash register.
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DeviceKind } from '#contract/devices/devices.ts';
import { newId } from '#contract/lib/fields.ts';
import { useDefaultDevice } from './use-default-device.ts';

const words = {
  printer: { label: 'myAccount.defaultPrinter', none: 'myAccount.noPrinters' },
  register: { label: 'myAccount.defaultCashRegister', none: 'myAccount.noCashRegisters' },
} as const;

export function DefaultDevice({ kind }: { kind: DeviceKind }) {
  const { t } = useTranslation();
  const { isRead, choices, current, change } = useDefaultDevice(kind);
  const { label, none } = words[kind];
  return (
    <Select
      label={t(label)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(isRead && choices.length === 0 && { description: t(none) })}
      placeholder={t('myAccount.noneYet')}
      data={choices}
      value={current === newId ? null : current}
      onChange={(id) => change(id ?? newId)}
      disabled={choices.length === 0}
      clearable
    />
  );
}
