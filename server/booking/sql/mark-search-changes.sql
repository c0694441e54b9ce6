-- Marks the people whose documents of the search differ after a change. The functions run as the owner: a person may
-- work for other companies, too.
create or replace function mark_search_change() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  case tg_table_name
    when 'users' then
      insert into search_changes (company_id, user_id) select e.company_id, e.user_id from employees e where e.user_id = new.id;
    when 'companies' then
      insert into search_changes (company_id) values (new.id);
    when 'locations', 'geolocations' then
      insert into search_changes (company_id) values (new.company_id);
    when 'services' then
      insert into search_changes (company_id, user_id)
        select distinct c.company_id, c.user_id
        from service_people p
        join calendars c on c.company_id = p.company_id and c.id = p.calendar_id and c.user_id is not null
        where p.company_id = new.company_id and p.service_id = new.id;
    else
      if tg_op <> 'INSERT' then
        insert into search_changes (company_id, user_id) values (old.company_id, old.user_id);
      end if;
      if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.user_id <> old.user_id then
        insert into search_changes (company_id, user_id) values (new.company_id, new.user_id);
      end if;
  end case;
  return null;
end $$;
create or replace trigger users_search after update of first_name, last_name on users for each row
  when ((old.first_name, old.last_name) is distinct from (new.first_name, new.last_name)) execute function mark_search_change();
create or replace trigger companies_search after update of name on companies for each row
  when (old.name <> new.name) execute function mark_search_change();
create or replace trigger locations_search after update of name, address, country, geolocation_id on locations for each row
  when ((old.name, old.address, old.country, old.geolocation_id)
    is distinct from (new.name, new.address, new.country, new.geolocation_id)) execute function mark_search_change();
create or replace trigger geolocations_search after update on geolocations for each row
  when (old is distinct from new) execute function mark_search_change();
create or replace trigger employees_search after update of profession, is_profile_public on employees for each row
  when ((old.profession, old.is_profile_public) is distinct from (new.profession, new.is_profile_public))
  execute function mark_search_change();
create or replace trigger employee_locations_search after insert or update or delete on employee_locations for each row
  execute function mark_search_change();
create or replace trigger services_search after update of name, is_active on services for each row
  when ((old.name, old.is_active) is distinct from (new.name, new.is_active)) execute function mark_search_change();

-- An import adds hundreds of these at once, mostly of the same people.
create or replace function mark_changed_services() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into search_changes (company_id, user_id)
    select distinct c.company_id, c.user_id
    from changed p join calendars c on c.company_id = p.company_id and c.id = p.calendar_id and c.user_id is not null;
  return null;
end $$;
create or replace trigger service_people_search_added after insert on service_people
  referencing new table as changed for each statement execute function mark_changed_services();
create or replace trigger service_people_search_left after delete on service_people
  referencing old table as changed for each statement execute function mark_changed_services();
create or replace trigger service_people_search_before after update on service_people
  referencing old table as changed for each statement execute function mark_changed_services();
create or replace trigger service_people_search_after after update on service_people
  referencing new table as changed for each statement execute function mark_changed_services();
