// Prints the test page of a printer or a register, which a person confirms on paper before it prints anything else.
import { sql } from 'kysely';
import { companyCashRegisters, companyPrinters, type DeviceKind } from '#contract/devices/devices.ts';
import type { PrintAnswer } from '#contract/devices/print-jobs.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { notFound } from '#server/lib/refusal.ts';
import { queuePrint } from './queue-print.ts';

/** A test page that waited for longer surprises the person who loads the paper. */
const useful = { minutes: 2 };

const pages = { printer: companyPrinters.declared.page, register: companyCashRegisters.declared.page } as const;

interface TestedPrinter {
  id: string;
  name: string;
  dots: number;
  kind: DeviceKind;
  version: string;
  locationId: string;
  locationName: string;
  timeZone: string;
  companyName: string;
}

export async function printTestPage(tx: SignedIn, { printerId }: { printerId: string }): Promise<PrintAnswer> {
  const printer = await ownPrinter(tx, printerId);
  const now = tx.clock.now();
  const printed = now.toZonedDateTimeISO(printer.timeZone).toPlainTime().toString({ smallestUnit: 'minute' });
  return queuePrint(
    tx,
    {
      typeKey: 'testPage',
      values: {
        company: printer.companyName,
        location: printer.locationName,
        printer: printer.name,
        dots: String(printer.dots),
        version: printer.version,
        printed,
        link: `${tx.publicUrl}${pages[printer.kind]}`,
      },
      title: printer.name,
      language: tx.user.language,
      // One for each minute: pressing twice prints one, a later test another.
      cause: { kind: 'testPage', key: `${printer.id} ${now.toString({ smallestUnit: 'minute' })}` },
      locationId: printer.locationId,
      expiresAt: now.add(useful),
    },
    { printerId: printer.id },
  );
}

export async function confirmPrinter(tx: SignedIn, { printerId }: { printerId: string }): Promise<undefined> {
  const { id } = await ownPrinter(tx, printerId);
  await sql`update devices set is_confirmed = true where id = ${id} and not is_confirmed`.execute(tx.db);
}

async function ownPrinter({ db, user }: SignedIn, id: string): Promise<TestedPrinter> {
  const { rows } = await sql<TestedPrinter>`
    select d.id, d.name, d.kind, d.dots, s.version, d.location_id, l.name as location_name, l.time_zone, c.name as company_name
    from devices d join device_states s on s.device_id = d.id
      join locations l on l.company_id = d.company_id and l.id = d.location_id join companies c on c.id = d.company_id
    where d.company_id = ${user.companyId} and d.id = ${id}
      and ${isAtOwnLocation(user, sql.ref('d.location_id'))}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  return found;
}
