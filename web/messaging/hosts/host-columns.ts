// The columns of a host that sends messages, whether e-mail or SMS.

import type { RowOf } from '#contract/lib/resource.ts';
import type { systemSmsGateways, systemSmtps } from '#contract/messaging/hosts.ts';
import type { Column } from '#web/lib/grid/columns.ts';

type Gateway = RowOf<(typeof systemSmsGateways)['declared']>;
type Smtp = RowOf<(typeof systemSmtps)['declared']>;
export type Host = Pick<Gateway, keyof Gateway & keyof Smtp>;

export const hostColumns: readonly Column<Host>[] = [
  { field: 'key', width: 160 },
  { field: 'host', width: 220 },
  // No digit grouping: a port is not an amount.
  { field: 'port', width: 90, cell: ({ port }) => port },
  { field: 'ssl', width: 150 },
  { field: 'userName', width: 160 },
  { field: 'hasPassword', width: 150, hidden: true },
  { field: 'timeOut', width: 180, hidden: true },
  { field: 'isDefault', width: 120 },
];
