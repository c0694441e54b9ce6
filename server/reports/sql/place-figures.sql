-- The sums of a report by location.

-- The part of closed days of the current company, by location (and calendar, if `by_calendar`) for the days before
-- `middle` and for the others: the sums of whole months that lie in one of the periods and have no marked day, and the
-- other days. A month in progress counts up to the last closed day.
create or replace function closed_place_figures(subjects text[], first date, middle date, last date, places uuid[], by_calendar boolean,
  closed date, marked date[]) returns table (
  subject text, location_id uuid, calendar_id uuid, is_before boolean, number bigint, amount numeric, completed numeric)
  language plpgsql stable rows 1000
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  months date[] := array(
    select d.first_day from generate_series(date_trunc('month', first::timestamp), least(last, closed), interval '1 month') m,
      lateral (select m::date as first_day, least((m + interval '1 month')::date - 1, closed) as last_day) d
    where d.first_day >= first and d.last_day <= last and not (d.first_day < middle and d.last_day >= middle)
      and not exists (select from unnest(marked) k where k between d.first_day and d.last_day));
  single_days date[] := array(
    select d::date from generate_series(first::timestamp, least(last, closed)::timestamp, interval '1 day') d
    where date_trunc('month', d)::date <> all(months) and d::date <> all(marked));
begin
  return query
    select x.subject, x.location_id, x.calendar_id, x.is_before, sum(x.number), sum(x.amount), sum(x.completed)
    from (
      select c.subject, c.location_id, case when by_calendar then c.calendar_id end as calendar_id, c.month < middle as is_before,
        c.number, c.amount, c.completed
      from counts_by_month c where c.company_id = me and c.subject = any(subjects) and c.month = any(months)
        and (places is null or c.location_id = any(places))
      union all
      select c.subject, c.location_id, c.calendar_id, c.day < middle, c.number, c.amount, c.completed
      from counts_by_day c where by_calendar and c.company_id = me and c.subject = any(subjects) and c.day = any(single_days)
        and (places is null or c.location_id = any(places))
      union all
      select c.subject, c.location_id, null, c.day < middle, c.number, c.amount, c.completed
      from counts_by_location_day c
      where not by_calendar and c.company_id = me and c.subject = any(subjects) and c.day = any(single_days)
        and (places is null or c.location_id = any(places))) x
    group by x.subject, x.location_id, x.calendar_id, x.is_before;
end $$;

-- The sums of a report by location (and calendar, if `by_calendar`), for the days before `middle` and for the others.
create or replace function place_figures(subjects text[], first date, middle date, last date, places uuid[], by_calendar boolean)
  returns table (
  subject text, location_id uuid, calendar_id uuid, is_before boolean, number bigint, amount numeric, completed numeric)
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
    select x.subject, x.location_id, x.calendar_id, x.is_before, sum(x.number)::bigint, sum(x.amount), sum(x.completed)
    from (
      select c.subject, c.location_id, c.calendar_id, c.is_before, c.number, c.amount, c.completed
      from closed_place_figures(subjects, first, middle, last, places, by_calendar, closed, marked) c
      union all
      select f.subject, f.location_id, case when by_calendar then f.calendar_id end, f.day < middle, f.number, f.amount, f.completed
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day between open_from and last
        and (places is null or f.location_id = any(places))
      union all
      select f.subject, f.location_id, case when by_calendar then f.calendar_id end, f.day < middle, f.number, f.amount, f.completed
      from open_facts f where marked <> '{}' and f.company_id = me and f.subject = any(subjects) and f.day = any(marked)
        and (places is null or f.location_id = any(places))) x
    group by x.subject, x.location_id, x.calendar_id, x.is_before;
end $$;
