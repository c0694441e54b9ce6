// The action of a row that makes it the default of the caller, or clears it.
import { IconStar, IconStarOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  cashRegisterChoice,
  companyCashRegisters,
  companyPrinters,
  type DeviceKind,
  printerChoice,
} from '#contract/devices/devices.ts';
import { newId } from '#contract/lib/fields.ts';
import { call } from '#web/lib/client/client.ts';
import type { RowAction } from '#web/lib/grid/row-actions.tsx';

const choices = {
  printer: { choice: printerChoice, list: companyPrinters },
  register: { choice: cashRegisterChoice, list: companyCashRegisters },
} as const;

export function useDefaultAction(kind: DeviceKind): (row: { id: string; isDefault: boolean }) => RowAction[] {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const change = useMutation({
    mutationFn: (id: string) => call(choices[kind].choice.setDefault, { id }),
    onSuccess: () => {
      const { choice, list } = choices[kind];
      const { getPaginated, getById } = list.operations;
      for (const { path } of [choice.getAll, getPaginated, getById]) {
        void cache.invalidateQueries({ queryKey: [path] });
      }
    },
  });
  return ({ id, isDefault }) => [
    isDefault
      ? { label: t('devices.clearDefault'), icon: IconStarOff, run: () => change.mutate(newId) }
      : { label: t('devices.makeDefault'), icon: IconStar, run: () => change.mutate(id) },
  ];
}
