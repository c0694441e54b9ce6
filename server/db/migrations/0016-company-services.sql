-- Services belong to the company: each is written once, and service_people says who does it, where, and with which
-- minutes and price of their own.

create table service_categories (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  position integer not null default 0,
  primary key (company_id, id)
);
create unique index service_categories_name on service_categories (company_id, lower(name));
create index service_categories_position on service_categories (company_id, position, id);
call guard_company_table('service_categories');
call watch_table('service_categories', audited => true, published => true);

alter table services
  add column category_id uuid,
  -- Per cent; null while the company has not said it.
  add column vat_rate numeric(5,2) check (vat_rate between 0 and 100),
  add column colour text not null default ''
    check (colour in ('', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'pink', 'purple', 'brown', 'grey')),
  add column picture_id uuid,
  -- The person is free for other customers from `pause_start` minutes after the start, for `pause_minutes`.
  add column pause_start integer check (pause_start > 0),
  add column pause_minutes integer check (pause_minutes > 0),
  -- How long before the start a customer may cancel; later is late. Null: at any time.
  add column cancel_hours integer check (cancel_hours between 0 and 8760),
  add constraint services_pause check (
    (pause_start is null) = (pause_minutes is null) and (pause_start is null or pause_start + pause_minutes < minutes)),
  add constraint services_category foreign key (company_id, category_id) references service_categories (company_id, id)
    on delete set null (category_id),
  add constraint services_picture foreign key (company_id, picture_id) references files (company_id, id)
    on delete set null (picture_id);
create index services_category on services (company_id, category_id);
create index services_picture on services (company_id, picture_id) where picture_id is not null;

create table service_people (
  company_id uuid not null,
  service_id uuid not null,
  calendar_id uuid not null,
  -- Null: at every location of the person. A row for one location applies there instead.
  location_id uuid,
  -- Null: those of the service.
  minutes integer check (minutes between 5 and 1440),
  price numeric(12,2) check (price >= 0),
  id uuid not null default gen_random_uuid(),
  primary key (company_id, id),
  constraint service_people_once unique nulls not distinct (company_id, service_id, calendar_id, location_id),
  foreign key (company_id, service_id) references services (company_id, id) on delete cascade,
  foreign key (company_id, calendar_id) references calendars on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index service_people_calendar on service_people (company_id, calendar_id);
create index service_people_location on service_people (company_id, location_id) where location_id is not null;
call guard_company_table('service_people');

-- The services of the calendars move over. Those of a company that are equal in every field but the position become
-- one; two equal ones of the same calendar stay two. Neither the data audit nor open browsers learn of it.
alter table services disable trigger data_audit;
alter table services disable trigger data_sync;
alter table events disable trigger data_audit;
alter table events disable trigger data_sync;
alter table events disable trigger events_changed;

create temporary table moved_services on commit drop as
with numbered as (
  select s.*, row_number() over (
    partition by company_id, calendar_id, name, description, minutes, price, buffer_before, buffer_after,
      notice_minutes, horizon_days, is_active
    order by position, id) as copy
  from services s)
select company_id, id, calendar_id, first_value(id) over (
    partition by company_id, copy, name, description, minutes, price, buffer_before, buffer_after,
      notice_minutes, horizon_days, is_active
    order by position, id) as kept_id
from numbered;
create index on moved_services (company_id, id);
analyze moved_services;

insert into service_people (company_id, service_id, calendar_id)
select company_id, kept_id, calendar_id from moved_services;
update events e set service_id = m.kept_id from moved_services m
where m.company_id = e.company_id and m.id = e.service_id and m.kept_id <> m.id;
delete from services s using moved_services m
where m.company_id = s.company_id and m.id = s.id and m.kept_id <> m.id;

alter table services drop column calendar_id;

update services s set position = o.position
from (select company_id, id, row_number() over (partition by company_id order by position, name, id) as position from services) o
where o.company_id = s.company_id and o.id = s.id;
create index services_position on services (company_id, position, id);

-- A snapshot of a deletion has the services of calendars, which cannot be restored as they were.
update deleted_records d set parts = (
  select jsonb_agg(part order by ordinality) from jsonb_array_elements(d.parts) with ordinality as p(part, ordinality)
  where part->>'tableName' <> 'services')
where jsonb_path_exists(d.parts, '$[*] ? (@.tableName == "services")') and d.parts->0->>'tableName' <> 'services';

alter table events enable trigger events_changed;
-- Turns the triggers on again that the settings of the tables want.
update table_settings set is_sync = is_sync or name = 'services' where name in ('services', 'events');
call watch_table('service_people', audited => true, published => true);

-- Deleting a service asks how many coming appointments hold it.
create index events_service on events (company_id, service_id, start_at) where service_id is not null;
