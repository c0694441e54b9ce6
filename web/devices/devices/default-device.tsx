// The choice of the person's default printer or cash register.
import { Select } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { cashRegisterChoice, type DeviceKind, printerChoice } from '#contract/devices/devices.ts';
import { newId } from '#contract/lib/fields.ts';
import { call, query } from '#web/lib/client/client.ts';

const choices = {
  printer: { service: printerChoice, label: 'myAccount.defaultPrinter', none: 'myAccount.noPrinters' },
  register: { service: cashRegisterChoice, label: 'myAccount.defaultCashRegister', none: 'myAccount.noCashRegisters' },
} as const;

export function DefaultDevice({ kind }: { kind: DeviceKind }) {
  const { t } = useTranslation();
  const { service, label, none } = choices[kind];
  const cache = useQueryClient();
  const devices = useQuery(query(service.getAll, {}));
  const change = useMutation({
    mutationFn: (id: string) => call(service.setDefault, { id }),
    onSettled: () => cache.invalidateQueries({ queryKey: [service.getAll.path] }),
  });
  const rows = devices.data ?? [];
  const current = rows.find(({ isDefault }) => isDefault)?.id ?? null;
  return (
    <Select
      label={t(label)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(devices.isSuccess && rows.length === 0 && { description: t(none) })}
      placeholder={t('myAccount.noneYet')}
      data={rows.map(({ id, name, locationName }) => ({ value: id, label: `${name} · ${locationName}` }))}
      value={change.isPending ? (change.variables === newId ? null : change.variables) : current}
      onChange={(id) => change.mutate(id ?? newId)}
      disabled={rows.length === 0}
      clearable
    />
  );
}
