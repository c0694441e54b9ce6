// The columns that an insert or an update of a printer or a cash register writes.
import { sql } from 'kysely';
import type { companyPrinters, DeviceKind } from '#contract/devices/devices.ts';
import type { Resource } from '#contract/lib/resource.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { InputOf } from '#server/lib/grid/grid-of.ts';
import { invalid } from '#server/lib/refusal.ts';
import { isAtOwnLocation } from './device-rows.ts';

type PrinterInput = typeof companyPrinters extends Resource<infer D> ? InputOf<D> : never;
/** Registers have no connection of their own. */
export type DeviceInput = Omit<PrinterInput, 'connection'> & Partial<PrinterInput>;

interface Given {
  kind: DeviceKind;
  area: 'company' | 'system';
  input: DeviceInput;
  id: string | undefined;
}

/**
 * Throws 417 for intervals that contradict each other, and for a location that is not the caller's. A device stays in
 * its company.
 */
export async function deviceValues(context: SignedIn, { kind, area, input, id }: Given): Promise<object> {
  const { locationId: given, ...values } = input;
  const locationId = given ?? (id ? await locationOf(context, id) : context.user.locationId);
  if (values.minPollSeconds > values.maxPollSeconds) throw invalid('MinPoolSecconds', 'list.devices.minAboveMax');
  if (!locationId) throw invalid('Locations_Id', 'field.required');
  const companyId = await companyOfLocation(context, area, locationId);
  if (!companyId || (id && !(await isOfCompany(context, id, companyId)))) {
    throw invalid('Locations_Id', 'list.devices.unknownLocation');
  }
  return { ...values, locationId, companyId, ...(!id && { kind }) };
}

async function locationOf({ db }: SignedIn, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ locationId: string }>`select location_id from devices where id = ${id}`.execute(db);
  return rows[0]?.locationId;
}

/** Undefined for a location where the caller administers no devices. */
async function companyOfLocation(
  { db, user }: SignedIn,
  area: 'company' | 'system',
  locationId: string,
): Promise<string | undefined> {
  const isAllowed =
    area === 'system' ? sql`true` : sql`l.company_id = ${user.companyId} and ${isAtOwnLocation(user, sql.ref('l.id'))}`;
  const { rows } = await sql<{ companyId: string }>`
    select l.company_id from locations l where l.id = ${locationId} and ${isAllowed}`.execute(db);
  return rows[0]?.companyId;
}

async function isOfCompany({ db }: SignedIn, id: string, companyId: string): Promise<boolean> {
  const { rows } = await sql`select from devices where id = ${id} and company_id = ${companyId}`.execute(db);
  return rows.length > 0;
}
