// Lists the services for the dialogs of staff.
import { sql } from 'kysely';
import { visits } from '#contract/booking/visits.ts';
import {
  categoryName,
  offeredWireOptions,
  personServiceNear,
  serviceOrder,
} from '#server/booking/services/person-service.ts';
import { firstLocation } from '#server/booking/times/find-calendar.ts';
import { mayUse } from '#server/booking/times/may-use.ts';
import type { SignedIn } from '#server/lib/context.ts';
import type { JsonText } from '#server/lib/http/answer.ts';
import { listAsJson } from '#server/lib/sql/as-json.ts';

/** The active services, each with the people who do it and whose calendars the caller may use. */
export function listServices({ db, user }: SignedIn): Promise<JsonText> {
  return listAsJson(
    db,
    visits.getServices.output,
    sql`
      select s.id, s.name, ${categoryName} as category, s.minutes, s.price, s.buffer_before, s.buffer_after,
        ${offeredWireOptions} as options, coalesce((
        select json_agg(json_build_object('CalendarId', k.id, 'Minutes', own.minutes, 'Price', own.price) order by k.id)
        from calendars k left join lateral (${firstLocation(user)}) place on true
        join lateral ${personServiceNear(sql`k.id`, sql`place.id`)} own on true
        where k.company_id = s.company_id and ${mayUse(user)}), '[]') as people
      from services s where s.company_id = ${user.companyId} and s.is_active order by ${serviceOrder} limit 1000`,
  );
}
