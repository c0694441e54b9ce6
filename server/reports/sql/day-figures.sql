-- The figures of the current company by day, location and calendar; of the given locations only, unless null. A stable
-- function: all of its statements see the snapshot of the caller's.
create or replace function day_figures(subjects text[], first date, last date, places uuid[]) returns table (
  subject text, day date, location_id uuid, calendar_id uuid, number bigint, amount numeric, completed numeric)
  language plpgsql stable security definer rows 5000 set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  s record := figures_state(first, last);
  closed date := s.closed;
  marked date[] := s.marked;
  open_from date := s.open_from;
begin
  if first <= closed then
    return query select c.subject, c.day, c.location_id, c.calendar_id, c.number::bigint, c.amount, c.completed
      from counts_by_day c where c.company_id = me and c.subject = any(subjects) and c.day between first and least(last, closed)
        and (marked = '{}' or c.day <> all(marked)) and (places is null or c.location_id = any(places));
  end if;
  if marked <> '{}' then
    return query select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number), sum(f.amount), sum(f.completed)
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day = any(marked)
        and (places is null or f.location_id = any(places))
      group by f.subject, f.day, f.location_id, f.calendar_id;
  end if;
  if last >= open_from then
    return query select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number), sum(f.amount), sum(f.completed)
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day between open_from and last
        and (places is null or f.location_id = any(places))
      group by f.subject, f.day, f.location_id, f.calendar_id;
  end if;
end $$;
