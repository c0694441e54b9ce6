// The columns that printers and cash registers have in common.

import type { companyCashRegisters } from '#contract/devices/devices.ts';
import type { RowOf } from '#contract/lib/resource.ts';
import type { Column } from '#web/lib/grid/columns.ts';
import { widthOfPaper } from './paper-input.tsx';

export type Device = RowOf<(typeof companyCashRegisters)['declared']>;

const rest = [
  { field: 'reportedVersion', width: 110 },
  { field: 'seenAt', width: 165 },
  { field: 'isDefault', width: 120 },
  { field: 'versionAt', hidden: true },
  { field: 'minPollSeconds', hidden: true },
  { field: 'maxPollSeconds', hidden: true },
  { field: 'pollStepSeconds', hidden: true },
  { field: 'isPaused', hidden: true },
] as const satisfies readonly Column<Device>[];

export const paperColumns = [
  { field: 'dots', hidden: true, cell: ({ dots }: Pick<Device, 'dots'>) => widthOfPaper(dots) },
  { field: 'isConfirmed', hidden: true },
] as const satisfies readonly Column<Device>[];

export const companyColumns = [
  { field: 'name', width: 180 },
  { field: 'locationName', width: 150 },
  ...rest,
] as const satisfies readonly Column<Device>[];

export const systemColumns = [
  { field: 'name', width: 150 },
  { field: 'companyName', width: 150 },
  { field: 'locationName', width: 140 },
  ...rest,
] as const satisfies readonly Column<Device>[];
