// Reads the devices among which the caller chooses their default, and changes it.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cashRegisterChoice, type DeviceKind, printerChoice } from '#contract/devices/devices.ts';
import { newId } from '#contract/lib/fields.ts';
import { call, query } from '#web/lib/client/client.ts';

const services = { printer: printerChoice, register: cashRegisterChoice } as const;

export function useDefaultDevice(kind: DeviceKind) {
  const service = services[kind];
  const cache = useQueryClient();
  const devices = useQuery(query(service.getAll, {}));
  const change = useMutation({
    mutationFn: (id: string) => call(service.setDefault, { id }),
    onSettled: () => cache.invalidateQueries({ queryKey: [service.getAll.path] }),
  });
  const rows = devices.data ?? [];
  const stored = rows.find(({ isDefault }) => isDefault)?.id ?? newId;
  return {
    isRead: devices.isSuccess,
    choices: rows.map(({ id, name, locationName }) => ({ value: id, label: `${name} · ${locationName}` })),
    /** The all-zero id without one. */
    current: change.isPending ? change.variables : stored,
    change: change.mutate,
  };
}
