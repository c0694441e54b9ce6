-- Addresses under which calendar programs read appointments: of a person, a location, a customer or one visit. They end
-- with what they show and with the person who made them.
create table feeds (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('person', 'place', 'customer', 'visit')),
  calendar_id uuid,
  location_id uuid,
  contact_id uuid,
  visit_id uuid,
  -- The last part of the address is known to its reader alone.
  token_hash bytea not null unique,
  detail text not null check (detail in ('busy', 'service', 'names')),
  -- The employee whose right is checked at each reading; null for feeds of customers.
  created_by uuid,
  -- The link of the appointment by which a customer made the feed, and whom it was for: the hash of their e-mail
  -- address, or of the contact of a visit without one.
  link_hash bytea,
  owner_hash bytea,
  created_at timestamptz not null default now(),
  -- Stored once an hour at most.
  last_read_at timestamptz,
  primary key (company_id, id),
  unique (company_id, link_hash, kind),
  foreign key (company_id, calendar_id) references calendars (company_id, id) on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, visit_id) references visits (company_id, id) on delete cascade,
  foreign key (company_id, created_by) references employees (company_id, user_id) on delete cascade,
  check ((calendar_id is not null) = (kind = 'person')),
  check ((location_id is not null) = (kind = 'place')),
  check ((contact_id is not null) = (kind = 'customer')),
  check ((visit_id is not null) = (kind = 'visit')),
  check ((created_by is not null) = (kind in ('person', 'place'))),
  check ((link_hash is not null and owner_hash is not null) = (kind in ('customer', 'visit')))
);
create index feeds_calendar on feeds (company_id, calendar_id) where calendar_id is not null;
create index feeds_location on feeds (company_id, location_id) where location_id is not null;
create index feeds_contact on feeds (company_id, contact_id) where contact_id is not null;
create index feeds_visit on feeds (company_id, visit_id) where visit_id is not null;
create index feeds_maker on feeds (company_id, created_by) where created_by is not null;
call guard_company_table('feeds');
