// The queries of the services of a company.
import { sql } from 'kysely';
import { companyServices } from '#contract/booking/services.ts';
import type { SignedIn } from '#server/lib/context.ts';
import { versionOf } from '#server/lib/grid/grid-of.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { oneAsJson } from '#server/lib/sql/as-json.ts';
import { personNameOrLogIn } from '#server/lib/sql/person-name.ts';
import { categoryName, comingAppointments, servicePlace } from './person-service.ts';

export function serviceRows({ user, clock }: SignedIn) {
  return sql<object>`
    select s.id, s.position, s.name, ${categoryName} as category, ${servicePlace} as place, s.category_id, s.description, s.minutes, s.price,
      s.vat_rate, coalesce(nullif(s.colour, ''), 'none') as colour, s.picture_id, s.buffer_before, s.buffer_after,
      s.pause_start, s.pause_minutes, s.notice_minutes, s.horizon_days, s.cancel_hours, s.reminder_leads, s.is_active,
      array(select distinct ${personNameOrLogIn} from service_people p
        join calendars k on k.company_id = p.company_id and k.id = p.calendar_id
        join users u on u.id = k.user_id
        where p.company_id = s.company_id and p.service_id = s.id order by 1) as done_by,
      coalesce((select json_agg(json_build_object('CalendarId', p.calendar_id, 'LocationId', p.location_id,
          'Minutes', p.minutes, 'Price', p.price) order by p.calendar_id, p.location_id nulls first)
        from service_people p where p.company_id = s.company_id and p.service_id = s.id), '[]') as people,
      coalesce((select json_agg(json_build_object('From', r.from_day, 'Rate', r.rate) order by r.from_day)
        from service_vat_rates r where r.company_id = s.company_id and r.service_id = s.id), '[]') as vat_rates,
      coalesce((select json_agg(json_build_object('Id', o.id, 'Kind', o.kind, 'Name', o.name, 'Minutes', o.minutes,
          'Price', o.price, 'VatRate', o.vat_rate, 'MaxCount', o.max_count, 'IsActive', o.is_active) order by o.position)
        from service_options o where o.company_id = s.company_id and o.service_id = s.id), '[]') as options,
      coalesce(coming.count, 0) as coming_appointments, ${versionOf('s')}
    from services s left join ${comingAppointments(user.companyId, clock.now())} on coming.service_id = s.id
    where s.company_id = ${user.companyId}`;
}

/** Returns what an editor of services offers: categories, and the people with their locations. */
export async function readChoices({ db, user }: SignedIn): Promise<JsonText | undefined> {
  return oneAsJson(
    db,
    companyServices.operations.getChoices.output,
    sql`
      select
        coalesce((select json_agg(json_build_object('Id', g.id, 'Name', g.name) order by g.position, folded(g.name), g.id)
          from service_categories g where g.company_id = ${user.companyId}), '[]') as categories,
        coalesce((select json_agg(json_build_object('CalendarId', k.id, 'Name', ${personNameOrLogIn}, 'Locations', coalesce((
            select json_agg(json_build_object('Id', l.id, 'Name', l.name) order by l.created_at, l.id)
            from employee_locations el join locations l on l.company_id = el.company_id and l.id = el.location_id
            where el.company_id = k.company_id and el.user_id = k.user_id), '[]'))
          order by folded(u.first_name), folded(u.last_name), k.id)
          from calendars k join users u on u.id = k.user_id where k.company_id = ${user.companyId}), '[]') as people`,
  );
}
