-- Marks the entries of events in outside calendars as due when anything changes that is written into them. The worker
-- reads what is true by then. The functions run as the owner: callers that change an event may not touch these tables.
create or replace function mark_outside_written(companies uuid[], marked uuid[]) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  calendars uuid[];
begin
  -- The calendars before their entries, and both in one order, as the worker locks them.
  select array_agg(locked.id) into calendars from (
    select c.id from outside_calendars c
    where c.writes and (c.company_id, c.id) in (
      select k.company_id, k.id from unnest(companies, marked) m(company_id, event_id)
        join events e on e.company_id = m.company_id and e.id = m.event_id and e.held_until is null
        join outside_calendars k on k.company_id = e.company_id and k.calendar_id = e.calendar_id and k.writes
      union all
      select w.company_id, w.outside_calendar_id from unnest(companies, marked) m(company_id, event_id)
        join outside_written w on w.company_id = m.company_id and w.event_id = m.event_id)
    order by c.company_id, c.id for no key update) locked;
  if calendars is null then return; end if;
  update outside_calendars set due_at = 'epoch'
    where company_id = any(companies) and id = any(calendars) and due_at is distinct from 'epoch';
  insert into outside_written as w (company_id, outside_calendar_id, event_id, due_at)
    select c.company_id, c.id, m.event_id, 'epoch'
    from (select distinct * from unnest(companies, marked) m(company_id, event_id)) m
    join outside_calendars c on c.company_id = m.company_id and c.id = any(calendars)
    where exists (
        select from events e
        where e.company_id = m.company_id and e.id = m.event_id and e.calendar_id = c.calendar_id and e.held_until is null)
      or exists (
        select from outside_written o
        where o.company_id = m.company_id and o.outside_calendar_id = c.id and o.event_id = m.event_id)
    order by c.company_id, c.id, m.event_id
    on conflict (company_id, outside_calendar_id, event_id) do update set due_at = 'epoch'
      where w.due_at is distinct from 'epoch';
end $$;

create or replace function mark_changed_events() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  -- Most companies write nowhere.
  if is_restoring() or not exists (select from outside_calendars where writes) then return null; end if;
  if tg_op = 'UPDATE' then
    perform mark_outside_written(array_agg(n.company_id), array_agg(n.id))
      from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
      where (n.calendar_id, n.title, n.start_at, n.end_at, n.start_date, n.end_date, n.blocks, n.held_until, n.location_id)
        is distinct from
        (o.calendar_id, o.title, o.start_at, o.end_at, o.start_date, o.end_date, o.blocks, o.held_until, o.location_id)
      having count(*) > 0;
  elsif tg_op = 'INSERT' then
    perform mark_outside_written(array_agg(n.company_id), array_agg(n.id)) from new_rows n
      where n.held_until is null having count(*) > 0;
  else
    perform mark_outside_written(array_agg(o.company_id), array_agg(o.id)) from old_rows o having count(*) > 0;
  end if;
  return null;
end $$;
create or replace trigger events_written_inserted after insert on events
  referencing new table as new_rows for each statement execute function mark_changed_events();
create or replace trigger events_written_updated after update on events
  referencing old table as old_rows new table as new_rows for each statement execute function mark_changed_events();
create or replace trigger events_written_deleted after delete on events
  referencing old table as old_rows for each statement execute function mark_changed_events();

-- A visit says of its events whether they take place, and with whom.
create or replace function mark_changed_visits() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if is_restoring() or not exists (select from outside_calendars where writes) then return null; end if;
  perform mark_outside_written(array_agg(p.company_id), array_agg(p.event_id))
    from new_rows n join old_rows o on o.company_id = n.company_id and o.id = n.id
    join visit_parts p on p.company_id = n.company_id and p.visit_id = n.id
    where (n.status, n.name) is distinct from (o.status, o.name)
    having count(*) > 0;
  return null;
end $$;
create or replace trigger visits_written_updated after update on visits
  referencing old table as old_rows new table as new_rows for each statement execute function mark_changed_visits();

create or replace function mark_changed_parts() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if is_restoring() or not exists (select from outside_calendars where writes) then return null; end if;
  perform mark_outside_written(array_agg(r.company_id), array_agg(r.event_id)) from changed_rows r having count(*) > 0;
  return null;
end $$;
create or replace trigger visit_parts_written_inserted after insert on visit_parts
  referencing new table as changed_rows for each statement execute function mark_changed_parts();
create or replace trigger visit_parts_written_updated after update on visit_parts
  referencing new table as changed_rows for each statement execute function mark_changed_parts();
create or replace trigger visit_parts_written_deleted after delete on visit_parts
  referencing old table as changed_rows for each statement execute function mark_changed_parts();

-- The name and the address of a location stand in every entry there.
create or replace function mark_changed_place() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if is_restoring() or not exists (select from outside_calendars where writes and company_id = new.company_id) then
    return null;
  end if;
  perform mark_outside_written(array_agg(e.company_id), array_agg(e.id))
    from outside_written w join events e on e.company_id = w.company_id and e.id = w.event_id
    join locations l on l.company_id = e.company_id and l.id = e.location_id
    where w.company_id = new.company_id and case tg_table_name when 'locations' then l.id else l.geolocation_id end = new.id
    having count(*) > 0;
  return null;
end $$;
create or replace trigger locations_written after update of name, address, geolocation_id on locations for each row
  when ((old.name, old.address, old.geolocation_id) is distinct from (new.name, new.address, new.geolocation_id))
  execute function mark_changed_place();
create or replace trigger geolocations_written after update of line_address on geolocations for each row
  when (old.line_address is distinct from new.line_address) execute function mark_changed_place();

-- All entries of a company, when it allows another detail.
create or replace function mark_outside_detail() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update outside_calendars set due_at = 'epoch'
    where company_id = new.id and writes and due_at is distinct from 'epoch';
  update outside_written w set due_at = 'epoch' from outside_calendars c
    where c.company_id = new.id and c.writes and w.company_id = c.company_id and w.outside_calendar_id = c.id
      and w.due_at is distinct from 'epoch';
  return null;
end $$;
create or replace trigger companies_written after update of outside_detail on companies for each row
  when (old.outside_detail is distinct from new.outside_detail) execute function mark_outside_detail();
