-- The calendars and locations of a customer: of whom local administrators and employees see customers.

-- Computes the calendars and locations of a contact from their visits.
create or replace function renew_contact_reach(company uuid, contact uuid) returns void language plpgsql
  set search_path = public, pg_temp as $$
begin
  delete from contact_calendars r where r.company_id = company and r.contact_id = contact and not exists (
    select from visits v join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
    join events e on e.company_id = p.company_id and e.id = p.event_id
    where v.company_id = company and v.contact_id = contact and e.calendar_id = r.calendar_id);
  insert into contact_calendars (company_id, calendar_id, contact_id)
    select distinct company, e.calendar_id, contact from visits v
    join visit_parts p on p.company_id = v.company_id and p.visit_id = v.id
    join events e on e.company_id = p.company_id and e.id = p.event_id
    where v.company_id = company and v.contact_id = contact
    order by e.calendar_id on conflict do nothing;
  delete from contact_locations r where r.company_id = company and r.contact_id = contact and not exists (
    select from visits v where v.company_id = company and v.contact_id = contact and v.location_id = r.location_id);
  insert into contact_locations (company_id, location_id, contact_id)
    select distinct company, v.location_id, contact from visits v
    where v.company_id = company and v.contact_id = contact and v.location_id is not null
    order by v.location_id on conflict do nothing;
end $$;

-- A visit that is deleted, or gets another customer or location.
create or replace function visit_changes_reach() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if old.contact_id is not null then perform renew_contact_reach(old.company_id, old.contact_id); end if;
  if tg_op = 'UPDATE' and new.contact_id is not null and new.contact_id is distinct from old.contact_id then
    perform renew_contact_reach(new.company_id, new.contact_id);
  end if;
  return null;
end $$;
create or replace trigger visits_change_reach after update of contact_id, location_id on visits for each row
  when (old.contact_id is distinct from new.contact_id or old.location_id is distinct from new.location_id)
  execute function visit_changes_reach();
create or replace trigger visits_end_reach after delete on visits for each row when (old.contact_id is not null)
  execute function visit_changes_reach();

-- A new part adds its calendar and the location of its visit.
create or replace function part_adds_reach() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  contact uuid;
  place uuid;
begin
  select v.contact_id, v.location_id into contact, place from visits v
    where v.company_id = new.company_id and v.id = new.visit_id;
  if contact is null then return null; end if;
  insert into contact_calendars (company_id, calendar_id, contact_id)
    select e.company_id, e.calendar_id, contact from events e where e.company_id = new.company_id and e.id = new.event_id
    on conflict do nothing;
  if place is not null then
    insert into contact_locations (company_id, location_id, contact_id) values (new.company_id, place, contact)
      on conflict do nothing;
  end if;
  return null;
end $$;
create or replace trigger visit_parts_add_reach after insert on visit_parts
  for each row execute function part_adds_reach();

-- A part that is deleted.
create or replace function part_ends_reach() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform renew_contact_reach(v.company_id, v.contact_id) from visits v
    where v.company_id = old.company_id and v.id = old.visit_id and v.contact_id is not null;
  return null;
end $$;
create or replace trigger visit_parts_end_reach after delete on visit_parts
  for each row execute function part_ends_reach();

-- An event that moves to another calendar.
create or replace function event_changes_reach() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  perform renew_contact_reach(v.company_id, v.contact_id) from visit_parts p
    join visits v on v.company_id = p.company_id and v.id = p.visit_id
    where p.company_id = new.company_id and p.event_id = new.id and v.contact_id is not null;
  return null;
end $$;
create or replace trigger events_change_reach after update of calendar_id on events for each row
  when (old.calendar_id <> new.calendar_id) execute function event_changes_reach();
