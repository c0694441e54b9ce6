// Serves printers and cash registers: to administrators, to the operator, and to people who choose their default.
import { sql } from 'kysely';
import {
  cashRegisterChoice,
  companyCashRegisters,
  companyPrinters,
  type DeviceKind,
  printerChoice,
  systemCashRegisters,
  systemPrinters,
} from '#contract/devices/devices.ts';
import type { AnyResource } from '#contract/lib/resource.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { giveDeviceKey } from '#server/devices/keys/device-keys.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { gridOf, type Store } from '#server/lib/grid/grid-of.ts';
import { allRows } from '#server/lib/grid/page.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound, Refusal } from '#server/lib/refusal.ts';
import { downloadDevice, resetDevice } from '../packages/request-package.ts';
import { checkAddress } from './check-address.ts';
import { chooseDevice } from './choose-device.ts';
import { deviceRows } from './device-rows.ts';
import { type DeviceInput, deviceValues } from './device-values.ts';
import { withEmptyEntry } from './with-empty-entry.ts';

function devices(kind: DeviceKind, area: 'company' | 'system') {
  return {
    rows: (context) => deviceRows(context, kind, area),
    table: 'devices',
    values: (context, input, id) => deviceValues(context, { kind, area, input, id }),
    whyNotDeletable: hasWaitingPaper,
  } satisfies Store<DeviceInput>;
}

function connecting(kind: DeviceKind, area: 'company' | 'system') {
  return {
    download: async (context, { id }) =>
      downloadDevice(context, await connectable(context, { kind, area, id, refusal: 'list.devices.notDownloadable' })),
    reset: async (context, { id }) =>
      resetDevice(context, await connectable(context, { kind, area, id, refusal: 'list.devices.notResettable' })),
  } satisfies Record<string, (context: SignedIn, input: { id: string }) => Promise<{ id: string }>>;
}

function addressed(area: 'company' | 'system') {
  return async (context: SignedIn, { id }: { id: string }): Promise<{ address: string }> => {
    const { rows } = await sql<{ companyId: string; connection: string }>`
      select o.company_id, d.connection from (${deviceRows(context, 'printer', area)}) d join devices o on o.id = d.id
      where d.id = ${id}`.execute(context.db);
    const [printer] = rows;
    if (!printer) throw notFound();
    const { companyId, connection } = printer;
    if (connection !== 'star' && connection !== 'epson') throw new Refusal(409, 'list.devices.hasNoAddress');
    const key = await giveDeviceKey(context.db, { companyId, id });
    return { address: `${context.publicUrl}/api/hooks/${connection}/${key}` };
  };
}

const ofPrinters = devices('printer', 'company');
const ofRegisters = devices('register', 'company');

export const companyPrinterRoutes = serve(companyPrinters.operations, {
  ...gridOf(companyPrinters, ofPrinters),
  ...connecting('printer', 'company'),
  connect: addressed('company'),
  checkAddress: readProblem,
  getAllWithEmptyEntry: async (context) => withEmptyEntry(await all(context, companyPrinters, ofPrinters)),
});
export const systemPrinterRoutes = serve(systemPrinters.operations, {
  ...gridOf(systemPrinters, devices('printer', 'system')),
  ...connecting('printer', 'system'),
  connect: addressed('system'),
  checkAddress: readProblem,
});
export const companyCashRegisterRoutes = serve(companyCashRegisters.operations, {
  ...gridOf(companyCashRegisters, ofRegisters),
  ...connecting('register', 'company'),
});
export const systemCashRegisterRoutes = serve(systemCashRegisters.operations, {
  ...gridOf(systemCashRegisters, devices('register', 'system')),
  ...connecting('register', 'system'),
});
export const printerChoiceRoutes = serve(printerChoice, {
  getAll: (context) => all(context, companyPrinters, ofPrinters),
  setDefault: (context, { id }) => chooseDevice(context, { kind: 'printer', id }),
});
export const cashRegisterChoiceRoutes = serve(cashRegisterChoice, {
  getAll: (context) => all(context, companyCashRegisters, ofRegisters),
  setDefault: (context, { id }) => chooseDevice(context, { kind: 'register', id }),
});

async function readProblem({ publicUrl }: SignedIn) {
  return { problem: await checkAddress(publicUrl) };
}

interface Connecting {
  kind: DeviceKind;
  area: 'company' | 'system';
  id: string;
  refusal: MessageKey;
}

/** Throws 404 for a device that the caller does not see, 409 for one that connects without an application. */
async function connectable(context: SignedIn, { kind, area, id, refusal }: Connecting) {
  const { rows } = await sql<{ name: string; connection: string }>`
    select name, connection from (${deviceRows(context, kind, area)}) d where id = ${id}`.execute(context.db);
  const [device] = rows;
  if (!device) throw notFound();
  if (device.connection !== 'agent') throw new Refusal(409, refusal);
  return { id, kind, name: device.name };
}

/** The paper would be lost without a word. */
async function hasWaitingPaper({ db }: SignedIn, id: string): Promise<MessageKey | undefined> {
  const { rows } = await sql`
    select from print_jobs where device_id = ${id} and state in ('waiting', 'handed') limit 1`.execute(db);
  return rows.length > 0 ? 'list.devices.hasWaitingPaper' : undefined;
}

function all(context: SignedIn, list: unknown, store: Store<DeviceInput>): Promise<JsonText> {
  return allRows(context, list as AnyResource, store);
}
