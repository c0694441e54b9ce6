// The columns of a host that sends messages, whether e-mail or SMS.

import type { RowOf } from '#contract/lib/resource.ts';
import type { systemSmtps } from '#contract/messaging/mail-servers.ts';
import type { systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import type { Column } from '#web/lib/grid/columns.ts';

type Gateway = RowOf<(typeof systemSmsGateways)['declared']>;
type Smtp = RowOf<(typeof systemSmtps)['declared']>;
export type Host = Pick<Gateway, keyof Gateway & keyof Smtp>;

/** No digit grouping: a port is not an amount. */
export const portCell = ({ port }: Pick<Host, 'port'>) => port;

/** Columns after the purposes. */
export const hostColumns: readonly Column<Host>[] = [
  { field: 'ssl', width: 70 },
  { field: 'isDefault', width: 100 },
  { field: 'userName', width: 160, hidden: true },
  { field: 'hasPassword', width: 150, hidden: true },
  { field: 'timeOut', width: 180, hidden: true },
];
