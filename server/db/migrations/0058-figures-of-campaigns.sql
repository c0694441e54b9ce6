-- Reports of companies with millions of appointments read fewer rows: the month in progress up to its last closed day, the
-- days of a whole company, and campaigns by day. Open days are added up in one pass (docs/decisions/0088-fewer-rows-per-report.md).

-- Every month that has closed days is here, up to the last of them.
insert into counts_by_month (company_id, subject, month, location_id, calendar_id, number, amount, completed)
  select c.company_id, c.subject, m.month, c.location_id, c.calendar_id, sum(c.number), sum(c.amount), sum(c.completed)
  from closed_days d
  cross join lateral (select date_trunc('month', d.until::timestamp)::date as month) m
  join counts_by_day c on c.company_id = d.company_id and c.day between m.month and d.until
  where (m.month + interval '1 month')::date - 1 > d.until
  group by c.company_id, c.subject, m.month, c.location_id, c.calendar_id
  order by c.company_id, m.month;

create table counts_by_company_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_company_day_day on counts_by_company_day (company_id, subject, day) include (number, amount);
call guard_company_reading('counts_by_company_day');
insert into counts_by_company_day (company_id, subject, day, number, amount, completed)
  select company_id, subject, day, sum(number), sum(amount), sum(completed) from counts_by_location_day
  group by company_id, subject, day order by company_id, day;

-- What was sent of a campaign, and how many of its recipients visited a link, by day.
create view campaign_facts with (security_invoker = true) as
  select company_id, campaign_id, day, count(*) as sent, 0::bigint as visited
  from campaign_recipients where day is not null group by company_id, campaign_id, day
  union all
  select company_id, campaign_id, day, 0, count(distinct recipient_id)
  from campaign_visits where is_person group by company_id, campaign_id, day;
grant select on campaign_facts to daybook_company;

create table campaign_days (
  company_id uuid not null,
  campaign_id uuid not null,
  day date not null,
  sent integer not null,
  visited integer not null,
  foreign key (company_id, campaign_id) references campaigns on delete cascade
);
create index campaign_days_day on campaign_days (company_id, day) include (campaign_id, sent, visited);
create index campaign_days_campaign on campaign_days (company_id, campaign_id);
call guard_company_reading('campaign_days');
insert into campaign_days (company_id, campaign_id, day, sent, visited)
  select f.company_id, f.campaign_id, f.day, sum(f.sent), sum(f.visited)
  from campaign_facts f join closed_days d on d.company_id = f.company_id and f.day <= d.until
  group by f.company_id, f.campaign_id, f.day order by f.company_id, f.day;

-- As for the other facts, the conditions decide: on an open day no function runs.
create trigger campaign_recipients_insert_day after insert on campaign_recipients for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger campaign_recipients_update_day after update of day on campaign_recipients for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2 and old.day is distinct from new.day)
  execute function mark_day();
create trigger campaign_recipients_delete_day after delete on campaign_recipients for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger campaign_visits_insert_day after insert on campaign_visits for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger campaign_visits_update_day after update of day, is_person, recipient_id on campaign_visits for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create trigger campaign_visits_delete_day after delete on campaign_visits for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();

-- Adds up the given closed days, and the months that they belong to. The caller holds the lock of the company's figures, and
-- has counted the days.
drop function add_up_days;
create function add_up_days(company uuid, days date[]) returns void language plpgsql
  set plan_cache_mode = force_custom_plan set random_page_cost = 1 set enable_seqscan = off as $$
declare
  months date[] := array(select distinct date_trunc('month', d::timestamp)::date from unnest(days) d);
begin
  delete from counts_by_location_day c where c.company_id = company and c.day = any(days)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_location_day (company_id, subject, day, location_id, number, amount, completed)
    select company, c.subject, c.day, c.location_id, sum(c.number), sum(c.amount), sum(c.completed) from counts_by_day c
    where c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms') and c.day = any(days)
    group by c.subject, c.day, c.location_id;
  delete from counts_by_company_day c where c.company_id = company and c.day = any(days)
    and c.subject in ('visits', 'receipts', 'mail', 'sms');
  insert into counts_by_company_day (company_id, subject, day, number, amount, completed)
    select company, c.subject, c.day, sum(c.number), sum(c.amount), sum(c.completed) from counts_by_location_day c
    where c.company_id = company and c.subject in ('visits', 'receipts', 'mail', 'sms') and c.day = any(days)
    group by c.subject, c.day;
  delete from campaign_days c where c.company_id = company and c.day = any(days);
  insert into campaign_days (company_id, campaign_id, day, sent, visited)
    select company, f.campaign_id, f.day, sum(f.sent), sum(f.visited) from campaign_facts f
    where f.company_id = company and f.day = any(days) group by f.campaign_id, f.day;
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
  select array(
    select day from fresh
    union select f.day from campaign_facts f where f.company_id = company and f.day > closed and f.day <= last) into counted;
  if counted <> '{}' then perform add_up_days(company, counted); end if;
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
  if changed <> '{}' then perform add_up_days(company, changed); end if;
  return cardinality(changed);
end $$;

create or replace function campaign_figures(of_medium text, first date, last date) returns table (
  id uuid, name text, day date, sent bigint, visited bigint)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp
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
    select c.id, c.name, f.day, sum(f.sent)::bigint, sum(f.visited)::bigint
    from (
      select d.campaign_id, d.day, d.sent, d.visited from campaign_days d
      where d.company_id = me and d.day between first and least(last, closed) and (marked = '{}' or d.day <> all(marked))
      union all
      select f.campaign_id, f.day, f.sent, f.visited from campaign_facts f
      where f.company_id = me and f.day between open_from and last
      union all
      select f.campaign_id, f.day, f.sent, f.visited from campaign_facts f
      where marked <> '{}' and f.company_id = me and f.day = any(marked)) f
    join campaigns c on c.company_id = me and c.id = f.campaign_id
    where c.medium = of_medium
    group by c.id, c.name, f.day;
end $$;

-- What a report takes from closed days of the current company, by location (and calendar, if `by_calendar`) for the days
-- before `middle` and for the others: the sums of whole months that lie in one of the periods and have no marked day, and
-- the other days. A month in progress counts up to the last closed day.
create function closed_place_figures(subjects text[], first date, middle date, last date, places uuid[], by_calendar boolean,
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
create function place_figures(subjects text[], first date, middle date, last date, places uuid[], by_calendar boolean)
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

-- The figures of a report of one subject: its sum for each day (rows with a day), and its sums by location and calendar for
-- the days before `middle` and for the others (rows without a day). Sums are amounts if `of_amounts`, else numbers.
drop function report_figures;
create function report_figures(of_subject text, of_amounts boolean, first date, middle date, last date, places uuid[])
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
