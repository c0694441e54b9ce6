-- Printers and cash registers, the applications that run beside them, and the types of paper.

create table devices (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('printer', 'register')),
  location_id uuid not null,
  name text not null,
  -- How paper reaches it: an agent beside it, its own firmware, or the print dialog of a browser.
  connection text not null default 'agent' check (connection in ('agent', 'star', 'epson', 'browser')),
  -- Dots of a row at 203 dots per inch: paper of 58 or 80 mm.
  dots integer not null default 576 check (dots in (384, 576)),
  -- Seconds between two polls: after work, the longest, and the step between them.
  min_poll_seconds integer not null default 5,
  max_poll_seconds integer not null default 10,
  poll_step_seconds integer not null default 5,
  key_hash bytea,
  -- Of the application or firmware, and since when it has it.
  version text not null default '',
  version_at timestamptz,
  -- The last poll with its key.
  seen_at timestamptz,
  is_confirmed boolean not null default false,
  is_paused boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  check (1 <= min_poll_seconds and min_poll_seconds <= max_poll_seconds and max_poll_seconds <= 3600),
  check (1 <= poll_step_seconds)
);
create unique index devices_id on devices (id);
create unique index devices_key on devices (key_hash) where key_hash is not null;
create index devices_of_location on devices (company_id, location_id, kind);
create index devices_name on devices (kind, name, id);
call guard_company_table('devices');
call watch_table('devices', audited => true, published => true);

-- The printer and the register that a person has chosen.
create table user_devices (
  company_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('printer', 'register')),
  device_id uuid not null,
  primary key (company_id, user_id, kind),
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references employees (company_id, user_id) on delete cascade
);
create index user_devices_of_device on user_devices (company_id, device_id);
call guard_company_table('user_devices');

-- The kinds of paper, of all companies. Those of the product are system types: their template is in the product as long
-- as no file replaces it.
create table listing_types (
  id uuid primary key,
  key text not null check (key ~ '^[a-z][a-zA-Z0-9]*$'),
  description text not null default '',
  file_id uuid references files,
  is_system boolean not null default false
);
create unique index listing_types_key on listing_types (lower(key));
create index listing_types_file on listing_types (file_id);
call watch_table('listing_types', audited => true, published => true);
grant select on listing_types to daybook_company;

insert into listing_types (id, key, description, is_system) values
  ('00000000-0000-7000-8000-000000009101', 'appointment', 'Appointment slip', true),
  ('00000000-0000-7000-8000-000000009102', 'dayList', 'Day list', true),
  ('00000000-0000-7000-8000-000000009103', 'note', 'Note', true),
  ('00000000-0000-7000-8000-000000009104', 'paymentNote', 'Payment note', true),
  ('00000000-0000-7000-8000-000000009105', 'invoiceNotice', 'Invoice notice', true),
  ('00000000-0000-7000-8000-000000009106', 'testPage', 'Test page', true);

-- Where paper of a type is printed at a location.
create table type_printers (
  company_id uuid not null,
  type_id uuid not null references listing_types on delete cascade,
  location_id uuid not null,
  device_id uuid not null,
  primary key (company_id, type_id, location_id),
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create index type_printers_of_device on type_printers (company_id, device_id);
call guard_company_table('type_printers');

-- Versions of the application that runs beside devices.
create table device_applications (
  id uuid primary key,
  kind text not null check (kind in ('printer', 'register')),
  version text not null,
  description text not null default '',
  file_id uuid not null references files,
  created_at timestamptz not null default now()
);
create unique index device_applications_version on device_applications (kind, version);
create index device_applications_file on device_applications (file_id);
call watch_table('device_applications', audited => true, published => true);
grant select on device_applications to daybook_company;

-- Records of the acts of devices. Names are those of that moment.
create table device_logs (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('printer', 'register')),
  device_id uuid not null,
  device_name text not null,
  location_name text not null,
  type_key text not null default '',
  type_description text not null default '',
  text text not null,
  created_at timestamptz not null
);
create index device_logs_latest on device_logs (kind, created_at desc, id desc);
create index device_logs_of_company on device_logs (company_id);
call guard_company_table('device_logs');
