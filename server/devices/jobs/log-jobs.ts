// Records what became of papers in the log of their printer, and of drawers in that of their register.
import { type RawBuilder, sql } from 'kysely';

/**
 * The last part of a statement whose `ended` has the changed rows of `print_jobs`: adds a line for each, and selects
 * the rows. Papers of a browser's print dialog have no device and no line.
 */
export function logOfJobs(now: Temporal.Instant): RawBuilder<unknown> {
  return sql`, logged as (
    insert into device_logs (id, company_id, kind, device_id, device_name, location_name, type_key, type_description,
      text, created_at)
    select gen_random_uuid(), e.company_id, d.kind, d.id, d.name, l.name, coalesce(t.key, ''), coalesce(t.description, ''),
      left(concat_ws(' ', case when t.id is null then 'Drawer ' || case e.state when 'printed' then 'opened'
          when 'failed' then 'not opened' else e.state end
        when d.kind = 'register' then t.description || ' ' || e.state
        else upper(left(e.state, 1)) || substr(e.state, 2) end, case when e.parts > 1 then concat_ws(' of ', e.part + 1, e.parts) end, nullif('(' || concat_ws(', ', nullif(e.reason, ''), nullif(e.code, '')) || ')', '()')), 500), ${now}
    from ended e join devices d on d.company_id = e.company_id and d.id = e.device_id
      join locations l on l.company_id = d.company_id and l.id = d.location_id
      left join listing_types t on t.id = e.type_id)
    select id, state from ended`;
}
