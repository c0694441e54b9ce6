// The SMS gateways of the installation.
import { IconLink, IconMessageForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '#contract/lib/resource.ts';
import { type GatewayKind, systemSmsGateways } from '#contract/messaging/sms-gateways.ts';
import type { Column } from '#web/lib/grid/columns.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { optionText } from '#web/lib/grid/list-text.ts';
import { Notices } from '#web/lib/ui/page/notices.tsx';
import { type Host, hostColumns, portCell } from './host-columns.ts';
import { PasswordField } from './password-field.tsx';
import { PausedRoutes } from './paused-routes.tsx';
import { SmsHook } from './sms-hook.tsx';
import { SmsKindField } from './sms-kind-field.tsx';
import { SmsPresetField } from './sms-preset-field.tsx';
import { SmsTest } from './sms-test.tsx';
import { SmsUserField } from './sms-user-field.tsx';

type Gateway = RowOf<(typeof systemSmsGateways)['declared']>;

const columns: readonly Column<Gateway>[] = [
  { field: 'key', width: 140 },
  { field: 'kind', width: 170, cell: ({ kind, preset }) => kindText(kind, preset) },
  { field: 'host', width: 165 },
  { field: 'forVisits', width: 120 },
  { field: 'forCampaigns', width: 105 },
  { field: 'port', width: 90, hidden: true, cell: portCell },
  ...(hostColumns as readonly Column<Host>[] as readonly Column[] as readonly Column<Gateway>[]),
  { field: 'sender', width: 130, hidden: true },
  { field: 'position', width: 100, hidden: true },
  { field: 'maxConnections', width: 130, hidden: true },
  { field: 'perSecond', width: 130, hidden: true },
  { field: 'perHour', width: 130, hidden: true },
  { field: 'perDay', width: 130, hidden: true },
];

const kindText = (kind: GatewayKind, preset: Gateway['preset']) =>
  kind === 'http' && preset !== 'other'
    ? optionText(systemSmsGateways, 'preset', preset)
    : optionText(systemSmsGateways, 'kind', kind);

const ofHost = ['host', 'port', 'ssl', 'timeOut', 'useDefaultCredentials', 'userName', 'password'];
const ofMail = ['domain', 'useDefaultCredentials'];
const ofRequest = [
  'method',
  'path',
  'headers',
  'body',
  'idPath',
  'receiptIdPath',
  'receiptStatusPath',
  'deliveredValues',
  'undeliveredValues',
  'inboundFromPath',
  'inboundTextPath',
];
const ofLink = ['systemType', 'sourceTon', 'sourceNpi', 'dataCoding', 'messageIds', 'windowSize'];
const ofSending = [...ofHost, 'maxConnections', 'perSecond', 'perHour', 'perDay'];

/** Each kind has fields of its own. */
function isUseless(field: string, { kind, preset }: Pick<Gateway, 'kind' | 'preset'>): boolean {
  if (field === 'preset') return kind !== 'http';
  if (field === 'sender') return kind !== 'http' && kind !== 'smpp';
  if (ofLink.includes(field)) return kind !== 'smpp';
  // All processes share one link, with its window.
  if (field === 'maxConnections' && kind === 'smpp') return true;
  if (ofRequest.includes(field)) return kind !== 'http' || preset !== 'other';
  if (ofMail.includes(field)) return kind !== 'mail';
  return ofSending.includes(field) && kind === 'file';
}

export function SmsGatewaysPage() {
  const { t } = useTranslation();
  const [tested, test] = useState<{ id: string; key: string }>();
  const [hooked, showHook] = useState<{ id: string; key: string }>();
  return (
    <>
      <Notices>
        <PausedRoutes operations={systemSmsGateways.operations} />
      </Notices>
      <Grid
        resource={systemSmsGateways}
        columns={columns}
        inputs={{ kind: SmsKindField, password: PasswordField, preset: SmsPresetField, userName: SmsUserField }}
        hides={(field, values) => isUseless(field, values as unknown as Gateway)}
        actions={(row) => [
          { label: t('list.smsgateways.test'), icon: IconMessageForward, run: () => test(row) },
          ...(row.kind === 'http'
            ? [{ label: t('list.smsgateways.hook'), icon: IconLink, run: () => showHook(row) }]
            : []),
        ]}
      />
      {tested && <SmsTest gateway={tested} onClose={() => test(undefined)} />}
      {hooked && <SmsHook gateway={hooked} onClose={() => showHook(undefined)} />}
    </>
  );
}
