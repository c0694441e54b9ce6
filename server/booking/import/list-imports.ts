// Lists earlier imports, and what those of a file are matched with.
import { sql } from 'kysely';
import { bookingImports, undoHours } from '#contract/booking/import.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson, oneAsJson } from '#server/lib/sql/as-json.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';
import { silentFor } from './import-states.ts';

const maxListed = 20;

export function listImports({ db, user, clock }: SignedIn): Promise<JsonText> {
  const now = clock.now();
  const added = (kind: string) => sql`(
    select count(*)::integer from import_refs r
    where r.company_id = i.company_id and r.import_id = i.id and r.kind = ${kind} and r.is_added)`;
  return listAsJson(
    db,
    bookingImports.getAll.output,
    sql`
      select i.id, i.file_name, i.created_at, coalesce(${personNameOrLogIn}, '') as person, i.done, i.total,
        case when i.state = 'running' and i.touched_at < ${now.subtract(silentFor)} then 'stopped' else i.state end as state,
        json_build_object('Services', ${added('service')}, 'Appointments', ${added('appointment')},
          'Customers', ${added('customer')}, 'Products', ${added('product')}) as counts,
        case when i.source like 'customers %' then 'customers' when i.source like 'products %' then 'products'
          else 'bookings' end as kind,
        case when i.state <> 'undone' and i.created_at > ${now.subtract({ hours: undoHours })}
          and not (i.state = 'running' and i.touched_at >= ${now.subtract(silentFor)})
          then i.created_at + make_interval(hours => ${undoHours}) end as undo_until
      from imports i left join users u on u.id = i.user_id
      where i.company_id = ${user.companyId} order by i.created_at desc, i.id desc limit ${maxListed}`,
  );
}

export function readImportChoices({ db, user }: SignedIn): Promise<JsonText | undefined> {
  const { companyId } = user;
  return oneAsJson(
    db,
    bookingImports.getChoices.output,
    sql`
      select
        coalesce((select json_agg(json_build_object('CalendarId', k.id, 'Name', ${personNameOrLogIn})
            order by folded(u.first_name), folded(u.last_name), k.id)
          from calendars k join users u on u.id = k.user_id where k.company_id = ${companyId}), '[]') as people,
        coalesce((select json_agg(json_build_object('Id', s.id, 'Name', s.name) order by s.is_active desc, s.position, s.id)
          from services s where s.company_id = ${companyId}), '[]') as services,
        coalesce((select json_agg(json_build_object('Id', l.id, 'Name', l.name, 'TimeZone', l.time_zone) order by l.created_at, l.id)
          from locations l where l.company_id = ${companyId}), '[]') as locations`,
  );
}
