// The printer of each type of paper at a location.
import { sql } from 'kysely';
import { companyTypePrinters } from '#contract/devices/listing-types.ts';
import { newId } from '#contract/lib/fields.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { serve } from '#server/lib/http/serve.ts';
import { notFound } from '#server/lib/refusal.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';
import { readAutomatic, setAutomatic } from './automatic-papers.ts';

export const companyTypePrinterRoutes = serve(companyTypePrinters, {
  getAll: readTypePrinters,
  set: setTypePrinter,
  getAutomatic: readAutomatic,
  setAutomatic,
});

function readTypePrinters({ db, user }: SignedIn): Promise<JsonText> {
  return listAsJson(
    db,
    companyTypePrinters.getAll.output,
    sql`
      select t.id as type_id, coalesce(p.device_id, ${newId}) as printer_id, t.key as type_key,
        t.description as type_description
      from listing_types t left join type_printers p
        on p.company_id = ${user.companyId} and p.type_id = t.id and p.location_id = ${user.locationId}
      order by not t.is_system, t.id`,
  );
}

async function setTypePrinter(
  { db, user }: SignedIn,
  { typeId, printerId }: { typeId: string; printerId: string },
): Promise<undefined> {
  const known = await sql`select from listing_types where id = ${typeId}`.execute(db);
  if (known.rows.length === 0) throw notFound();
  if (printerId === newId) {
    await sql`
      delete from type_printers where company_id = ${user.companyId} and type_id = ${typeId}
        and location_id = ${user.locationId}`.execute(db);
    return;
  }
  const { numAffectedRows } = await sql`
    insert into type_printers (company_id, type_id, location_id, device_id)
    select d.company_id, ${typeId}, d.location_id, d.id from devices d
    where d.company_id = ${user.companyId} and d.kind = 'printer' and d.id = ${printerId}
      and ${isAtOwnLocation(user, sql.ref('d.location_id'))}
    on conflict (company_id, type_id, location_id) do update set device_id = excluded.device_id`.execute(db);
  if (!numAffectedRows) throw notFound();
}
