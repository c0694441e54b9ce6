-- The figures of a report of one subject: its sum for each day (rows with a day), and its sums by location and calendar
-- for the days before `middle` and for the others (rows without a day). Sums are amounts if `of_amounts`, else numbers.
create or replace function report_figures(of_subject text, of_amounts boolean, first date, middle date, last date, places uuid[])
  returns table (day date, location_id uuid, calendar_id uuid, is_before boolean, y numeric)
  language plpgsql stable security definer rows 2000 set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  s record := figures_state(first, last);
  closed date := s.closed;
  marked date[] := s.marked;
  open_from date := s.open_from;
begin
  return query
    with open_part as materialized (
      select f.day, f.location_id, f.calendar_id, f.is_before, sum(f.number) as number, sum(f.amount) as amount
      from (
        select f.day, f.location_id, f.calendar_id, f.day < middle as is_before,
          case when not of_amounts then f.number end as number, case when of_amounts then f.amount end as amount
        from open_facts f where f.company_id = me and f.subject = of_subject and f.day between open_from and last
          and (places is null or f.location_id = any(places))
        union all
        select f.day, f.location_id, f.calendar_id, f.day < middle,
          case when not of_amounts then f.number end, case when of_amounts then f.amount end
        from open_facts f where marked <> '{}' and f.company_id = me and f.subject = of_subject and f.day = any(marked)
          and (places is null or f.location_id = any(places))) f
      group by grouping sets ((f.day), (f.location_id, f.calendar_id, f.is_before)))
    select c.day, null::uuid, null::uuid, c.day < middle, sum(case when of_amounts then c.amount else c.number end)
    from counts_by_location_day c
    where places is not null and c.company_id = me and c.subject = of_subject and c.day between first and least(last, closed)
      and (marked = '{}' or c.day <> all(marked)) and c.location_id = any(places)
    group by c.day
    union all
    select c.day, null, null, c.day < middle, case when of_amounts then c.amount else c.number end
    from counts_by_company_day c
    where places is null and c.company_id = me and c.subject = of_subject and c.day between first and least(last, closed)
      and (marked = '{}' or c.day <> all(marked))
    union all
    select o.day, null, null, o.day < middle, coalesce(o.amount, o.number) from open_part o where o.day is not null
    union all
    select null, x.location_id, x.calendar_id, x.is_before, sum(x.y)
    from (
      select c.location_id, c.calendar_id, c.is_before, case when of_amounts then c.amount else c.number end as y
      from closed_place_figures(array[of_subject], first, middle, last, places, true, closed, marked) c
      union all
      select o.location_id, o.calendar_id, o.is_before, coalesce(o.amount, o.number) from open_part o where o.day is null) x
    group by x.location_id, x.calendar_id, x.is_before;
end $$;
