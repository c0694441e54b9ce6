-- Figures of closed days by month as well, and by day and location: a year then reads twelve rows of each person, and a
-- row a day of each location, instead of a row a day of each person.

create table counts_by_month (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  -- Its first day. Every month whose days are all closed is here.
  month date not null,
  location_id uuid,
  calendar_id uuid,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_month_month on counts_by_month (company_id, subject, month);
call guard_company_reading('counts_by_month');

create table counts_by_location_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  location_id uuid,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_location_day_day on counts_by_location_day (company_id, subject, day)
  include (location_id, number, amount, completed);
call guard_company_reading('counts_by_location_day');

insert into counts_by_month (company_id, subject, month, location_id, calendar_id, number, amount, completed)
  select c.company_id, c.subject, m.month, c.location_id, c.calendar_id, sum(c.number), sum(c.amount), sum(c.completed)
  from counts_by_day c
  join closed_days d on d.company_id = c.company_id
  cross join lateral (select date_trunc('month', c.day::timestamp)::date as month) m
  where (m.month + interval '1 month')::date - 1 <= d.until
  group by c.company_id, c.subject, m.month, c.location_id, c.calendar_id
  order by c.company_id, m.month;
insert into counts_by_location_day (company_id, subject, day, location_id, number, amount, completed)
  select company_id, subject, day, location_id, sum(number), sum(amount), sum(completed) from counts_by_day
  group by company_id, subject, day, location_id order by company_id, day;
drop table counts_by_company_day;
drop function company_figures;

-- Adds up the given days, and the months that they end or belong to, from `counts_by_day`. The caller holds the lock of
-- the company's figures, and has counted the days.
create function add_up_days(company uuid, days date[], closed date) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off as $$
declare
  months date[] := array(
    select distinct m::date from unnest(days) d, date_trunc('month', d::timestamp) m
    where (m + interval '1 month')::date - 1 <= closed);
begin
  delete from counts_by_location_day c where c.company_id = company and c.day = any(days)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_location_day (company_id, subject, day, location_id, number, amount, completed)
    select company, c.subject, c.day, c.location_id, sum(c.number), sum(c.amount), sum(c.completed) from counts_by_day c
    where c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms') and c.day = any(days)
    group by c.subject, c.day, c.location_id;
  if months = '{}' then return; end if;
  delete from counts_by_month c where c.company_id = company and c.month = any(months)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_month (company_id, subject, month, location_id, calendar_id, number, amount, completed)
    select company, c.subject, m.month, c.location_id, c.calendar_id, sum(c.number), sum(c.amount), sum(c.completed)
    from unnest(months) m (month)
    join counts_by_day c on c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms')
      and c.day >= m.month and c.day < m.month + interval '1 month'
    group by c.subject, m.month, c.location_id, c.calendar_id;
end $$;

create or replace function close_days(company uuid, last date) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  -- Only the holder of the lock changes it.
  closed date;
  counted date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
  closed := coalesce((select until from closed_days where company_id = company), '-infinity');
  if last <= closed then return; end if;
  with fresh as materialized (
    select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number) as number, sum(f.amount) as amount,
      sum(f.completed) as completed
    from report_facts f where f.company_id = company and f.day > closed and f.day <= last
    group by f.subject, f.day, f.location_id, f.calendar_id),
  added as (
    insert into counts_by_day (company_id, subject, day, location_id, calendar_id, number, amount, completed)
    select company, subject, day, location_id, calendar_id, number, amount, completed from fresh),
  unmarked as (
    delete from dirty_days m where m.company_id = company and m.day > closed and m.day <= last),
  known as (
    insert into closed_days (company_id, until) values (company, last)
      on conflict (company_id) do update set until = excluded.until)
  -- The month of the last day closed before may end without further figures.
  select array(select day from fresh union select closed where closed > '-infinity') into counted;
  perform add_up_days(company, counted, last);
end $$;

create or replace function recount_days(company uuid, bound integer) returns integer language plpgsql
  set plan_cache_mode = force_custom_plan as $$
declare
  closed date;
  changed date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('figures of ' || company, 0));
  closed := (select until from closed_days where company_id = company);
  with some_days as materialized (
    select distinct m.day from dirty_days m where m.company_id = company and m.day <= closed limit bound),
  marks as materialized (
    select m.id, m.day from dirty_days m where m.company_id = company and m.day in (select day from some_days)),
  fresh as materialized (
    select f.subject, f.day, f.location_id, f.calendar_id, sum(f.number) as number, sum(f.amount) as amount,
      sum(f.completed) as completed
    from report_facts f where f.company_id = company and f.day = any(array(select day from some_days))
    group by f.subject, f.day, f.location_id, f.calendar_id),
  removed as (
    delete from counts_by_day c where c.company_id = company and c.day in (select day from some_days)),
  added as (
    insert into counts_by_day (company_id, subject, day, location_id, calendar_id, number, amount, completed)
    select company, subject, day, location_id, calendar_id, number, amount, completed from fresh),
  gone as (
    delete from dirty_days m using marks where m.company_id = company and m.id = marks.id)
  select array(select day from some_days) into changed;
  if changed <> '{}' then perform add_up_days(company, changed, closed); end if;
  return cardinality(changed);
end $$;

-- What a read of the current company takes from where: the last closed day, the marked days among the closed ones of the
-- range, and the first open day of the range.
create function figures_state(first date, last date, out closed date, out marked date[], out open_from date)
  language sql stable security definer set search_path = public, pg_temp as $$
  select c.closed,
    array(select distinct day from dirty_days where company_id = current_company() and day between first and least(last, c.closed)),
    greatest(first, case when c.closed = '-infinity' then c.closed else c.closed + 1 end)
  from (select coalesce((select until from closed_days where company_id = current_company()), '-infinity') as closed) c
$$;

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

-- The same by day and location.
create function location_figures(subjects text[], first date, last date, places uuid[]) returns table (
  subject text, day date, location_id uuid, number bigint, amount numeric, completed numeric)
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
  if first <= closed then
    return query select c.subject, c.day, c.location_id, c.number::bigint, c.amount, c.completed
      from counts_by_location_day c
      where c.company_id = me and c.subject = any(subjects) and c.day between first and least(last, closed)
        and (marked = '{}' or c.day <> all(marked)) and (places is null or c.location_id = any(places));
  end if;
  if marked <> '{}' then
    return query select f.subject, f.day, f.location_id, sum(f.number), sum(f.amount), sum(f.completed)
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day = any(marked)
        and (places is null or f.location_id = any(places))
      group by f.subject, f.day, f.location_id;
  end if;
  if last >= open_from then
    return query select f.subject, f.day, f.location_id, sum(f.number), sum(f.amount), sum(f.completed)
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day between open_from and last
        and (places is null or f.location_id = any(places))
      group by f.subject, f.day, f.location_id;
  end if;
end $$;

-- All figures of a report in one pass: of the days from `first` to `last`, by day (rows with a day; only if `by_day`), and
-- by location (and calendar, if `by_calendar`) for the days before `middle` and for the others (rows without a day).
create function report_figures(subjects text[], first date, middle date, last date, places uuid[], by_day boolean,
  by_calendar boolean) returns table (
  subject text, day date, location_id uuid, calendar_id uuid, is_before boolean, number bigint, amount numeric, completed numeric)
  language plpgsql stable security definer rows 2000 set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  me uuid := current_company();
  s record := figures_state(first, last);
  closed date := s.closed;
  marked date[] := s.marked;
  open_from date := s.open_from;
  -- Months that lie in one of the periods, are closed, and have no marked day.
  months date[] := array(
    select m::date from generate_series(date_trunc('month', first::timestamp), last, interval '1 month') m,
      lateral (select m::date as first_day, (m + interval '1 month')::date - 1 as last_day) d
    where d.first_day >= first and d.last_day <= least(last, closed) and not (d.first_day < middle and d.last_day >= middle)
      and not exists (select from unnest(marked) k where k between d.first_day and d.last_day));
  -- The other closed days.
  single_days date[] := array(
    select d::date from generate_series(first::timestamp, least(last, closed)::timestamp, interval '1 day') d
    where closed > '-infinity' and date_trunc('month', d)::date <> all(months) and d::date <> all(marked));
begin
  return query
    with open_day as materialized (
      select f.subject, f.day, f.location_id, case when by_calendar then f.calendar_id end as calendar_id,
        sum(f.number) as number, sum(f.amount) as amount, sum(f.completed) as completed
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day between open_from and last
        and (places is null or f.location_id = any(places))
      group by 1, 2, 3, 4
      union all
      select f.subject, f.day, f.location_id, case when by_calendar then f.calendar_id end, sum(f.number), sum(f.amount),
        sum(f.completed)
      from open_facts f where f.company_id = me and f.subject = any(subjects) and f.day = any(marked)
        and (places is null or f.location_id = any(places))
      group by 1, 2, 3, 4)
    select x.subject, x.day, null::uuid, null::uuid, x.day < middle, sum(x.number)::bigint, sum(x.amount), sum(x.completed)
    from (
      select c.subject, c.day, c.number, c.amount, c.completed from counts_by_location_day c
      where c.company_id = me and c.subject = any(subjects) and c.day between first and least(last, closed)
        and (marked = '{}' or c.day <> all(marked)) and (places is null or c.location_id = any(places))
      union all
      select o.subject, o.day, o.number, o.amount, o.completed from open_day o) x
    where by_day
    group by x.subject, x.day
    union all
    select x.subject, null::date, x.location_id, x.calendar_id, x.is_before, sum(x.number)::bigint, sum(x.amount), sum(x.completed)
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
        and (places is null or c.location_id = any(places))
      union all
      select o.subject, o.location_id, o.calendar_id, o.day < middle, o.number, o.amount, o.completed from open_day o) x
    group by x.subject, x.location_id, x.calendar_id, x.is_before;
end $$;
