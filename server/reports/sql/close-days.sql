-- Closes the days of a company up to `last`, in one statement: its snapshot holds the facts and their marks. The range
-- of its days is read as parameters: planned without them, it reads all facts of the company, which takes longer than
-- the limit of a statement when there are millions.
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
