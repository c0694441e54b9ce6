-- Returns events of the current company in some of its calendars whose words match every pattern: the nearest after and
-- before an instant, at most `bound` of each. Ended visits and expired holds are left out.
create or replace function find_events(calendars uuid[], patterns text[], at timestamptz, bound integer) returns setof appointments
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  first text;
  later text;
begin
  select p.first, p.later into first, later from index_patterns(patterns) p;
  if first is null then return; end if;
  return query select * from appointments v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at >= at
      and (v.words like first or v.words like later) and v.words like all(patterns)
      and v.is_shown and (v.held_until is null or v.held_until > at)
    order by v.start_at limit bound;
  return query select * from appointments v
    where v.company_id = current_company() and v.calendar_id = any(calendars) and v.start_at < at
      and (v.words like first or v.words like later) and v.words like all(patterns)
      and v.is_shown and (v.held_until is null or v.held_until > at)
    order by v.start_at desc limit bound;
end $$;
