-- Closed days that change are marked, and counted again.

-- Marks days up to two days back in UTC: midnight has passed everywhere. The job closes such a day two hours later,
-- when every transaction has ended that began before and did not mark it.
create or replace function mark_days(company uuid, variadic days date[]) returns void language sql security definer
  set search_path = public, pg_temp as $$
  insert into dirty_days (company_id, day)
    select company, d from (select distinct unnest(days)) as n (d)
    where d <= (now() at time zone 'UTC')::date - 2 and exists (select from companies where id = company)
      and not is_restoring()
$$;

-- Marks the day of a row. The conditions of the triggers decide: for an open day no function runs.
create or replace function mark_day() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform mark_days(new.company_id, new.day);
  elsif tg_op = 'DELETE' then perform mark_days(old.company_id, old.day);
  else perform mark_days(new.company_id, old.day, new.day);
  end if;
  return null;
end $$;
create or replace trigger events_insert_day after insert on events for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger events_update_day after update on events for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger events_delete_day after delete on events for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger deliveries_insert_day after insert on deliveries for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2 and new.company_id is not null) execute function mark_day();
create or replace trigger deliveries_update_day after update on deliveries for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2 and new.company_id is not null
    and (old.day, old.location_id) is distinct from (new.day, new.location_id)) execute function mark_day();
create or replace trigger deliveries_delete_day after delete on deliveries for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2 and old.company_id is not null) execute function mark_day();
create or replace trigger receipt_lines_insert_day after insert on receipt_lines for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();

-- As for the other facts, the conditions decide: on an open day no function runs.
create or replace trigger campaign_recipients_insert_day after insert on campaign_recipients for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger campaign_recipients_update_day after update of day on campaign_recipients for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2 and old.day is distinct from new.day)
  execute function mark_day();
create or replace trigger campaign_recipients_delete_day after delete on campaign_recipients for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger campaign_visits_insert_day after insert on campaign_visits for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger campaign_visits_update_day after update of day, is_person, recipient_id on campaign_visits
  for each row
  when (least(old.day, new.day) <= (now() at time zone 'UTC')::date - 2) execute function mark_day();
create or replace trigger campaign_visits_delete_day after delete on campaign_visits for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_day();

-- A visit counts on the days of its parts: from its own day to that of its end.
create or replace function mark_visit_days() returns trigger language plpgsql as $$
declare
  v visits := case when tg_op = 'DELETE' then old else new end;
begin
  perform mark_days(v.company_id, variadic array(
    select d::date from generate_series(v.day, greatest(v.day, wall_time(v.end_at, v.time_zone)::date), interval '1 day') d));
  return null;
end $$;
create or replace trigger visits_insert_day after insert on visits for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2) execute function mark_visit_days();
create or replace trigger visits_update_day after update of status on visits for each row
  when (new.day <= (now() at time zone 'UTC')::date - 2 and old.status <> new.status) execute function mark_visit_days();
create or replace trigger visits_delete_day after delete on visits for each row
  when (old.day <= (now() at time zone 'UTC')::date - 2) execute function mark_visit_days();
