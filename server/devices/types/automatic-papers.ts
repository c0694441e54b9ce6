// The types of paper that a location prints by itself.
import { sql } from 'kysely';
import { type AutomaticType, automaticTypes, companyTypePrinters } from '#contract/devices/listing-types.ts';
import { isAtOwnLocation } from '#server/devices/devices/device-rows.ts';
import { printsByItself } from '#server/devices/jobs/queue-by-itself.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { invalid } from '#server/lib/refusal.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

/** Of a type `t` at a location `l`, without a printer that prints it by itself. `c` is the chosen one. */
const whyNot = sql`case when c.connection = 'browser' then 'browser' when c.is_paused then 'paused'
  when not c.is_confirmed then 'unconfirmed'
  when exists (select from devices o where o.company_id = l.company_id and o.location_id = l.id and o.kind = 'printer'
    and o.connection <> 'browser' and o.is_confirmed and not o.is_paused) then 'several'
  else 'none' end`;

export function readAutomatic({ db, user }: SignedIn): Promise<JsonText> {
  return listAsJson(
    db,
    companyTypePrinters.getAutomatic.output,
    sql`
      select t.id as type_id, t.key as type_key, a.type_id is not null as is_on,
        case when a.type_id is null or exists (select from devices d where ${printsByItself}) then '' else ${whyNot} end as problem
      from listing_types t
        join locations l on l.company_id = ${user.companyId} and l.id = ${user.locationId}
        left join automatic_papers a on a.company_id = l.company_id and a.location_id = l.id and a.type_id = t.id
        left join type_printers p on p.company_id = l.company_id and p.location_id = l.id and p.type_id = t.id
        left join devices c on c.company_id = p.company_id and c.id = p.device_id
      where t.key = any(${[...automaticTypes]}::text[]) order by t.id`,
  );
}

/** Throws 417 without a location. */
export async function setAutomatic(
  { db, user }: SignedIn,
  { typeKey, isOn }: { typeKey: AutomaticType; isOn: boolean },
): Promise<undefined> {
  const { companyId, locationId, language } = user;
  const { rows } = await sql`
    select from locations l where l.company_id = ${companyId} and l.id = ${locationId}
      and ${isAtOwnLocation(user, sql.ref('l.id'))}`.execute(db);
  if (rows.length === 0) throw invalid('Locations_Id', 'field.required');
  if (isOn) {
    await sql`
      insert into automatic_papers (company_id, location_id, type_id, language)
      select ${companyId}, ${locationId}, t.id, ${language} from listing_types t where t.key = ${typeKey}
      on conflict (company_id, location_id, type_id) do update set language = excluded.language`.execute(db);
  } else {
    await sql`
      delete from automatic_papers where company_id = ${companyId} and location_id = ${locationId}
        and type_id = (select id from listing_types where key = ${typeKey})`.execute(db);
  }
}
