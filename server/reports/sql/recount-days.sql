-- Counts closed days again that changed, at most `bound`, and returns how many.
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
