// The SMS gateways of the installation.
import { systemSmsGateways } from '#contract/messaging/hosts.ts';
import { Grid } from '#web/lib/grid/grid.tsx';
import { hostColumns } from './host-columns.ts';
import { PasswordField } from './password-field.tsx';

export function SmsGatewaysPage() {
  return <Grid resource={systemSmsGateways} columns={hostColumns} inputs={{ password: PasswordField }} />;
}
