// Serves the logs of printers and cash registers to the operator.
import { type RawBuilder, sql } from 'kysely';
import type { DeviceKind } from '#contract/devices/devices.ts';
import { systemCashRegisterLogs, systemListingLogs } from '#contract/devices/logs.ts';
import { audit } from '#server/lib/audit.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf } from '#server/lib/grid/grid-of.ts';
import { serve } from '#server/lib/http/serve.ts';

const rows = (kind: DeviceKind, ofKind: RawBuilder<unknown>) => () =>
  sql<object>`
  select g.id, g.created_at, c.name as company_name, g.location_name, g.text, ${ofKind}
  from device_logs g join companies c on c.id = g.company_id where g.kind = ${kind}`;

export const listingLogRoutes = serve(systemListingLogs.operations, {
  ...gridOf(systemListingLogs, {
    rows: rows('printer', sql`g.device_name as printer_name, g.type_key, g.type_description`),
  }),
  clear: (context) => clear(context, 'printer'),
});

export const cashRegisterLogRoutes = serve(systemCashRegisterLogs.operations, {
  ...gridOf(systemCashRegisterLogs, { rows: rows('register', sql`g.device_name as register_name`) }),
  clear: (context) => clear(context, 'register'),
});

/** Leaves those of the other kind. */
async function clear(context: SignedIn, kind: DeviceKind): Promise<undefined> {
  await sql`delete from device_logs where kind = ${kind}`.execute(context.db);
  await audit(context, kind === 'printer' ? 'Cleared listinglogs' : 'Cleared cashregisterlogs');
}
