-- Companies, their places and their files, and the languages and plans of the installation.
--
-- Every tenant table is keyed by (company_id, id), and foreign keys between tenant tables include company_id: a record
-- of one company cannot reference a record of another, even if the code forgets to check.

create table languages (
  id uuid primary key,
  key text not null unique,
  name text not null,
  cultures text not null default '',
  locales text not null default '',
  is_system boolean not null default false,
  is_default boolean not null default false
);
create unique index languages_one_default on languages (is_default) where is_default;
grant select on languages to daybook_company;

create table plans (
  number integer primary key,
  name text not null,
  description text not null default '',
  max_users integer not null,
  max_locations integer not null,
  monthly_cost numeric(12,2) not null,
  sms_cost numeric(12,4) not null,
  extra_user_cost numeric(12,2),
  extra_location_cost numeric(12,2),
  -- Lists name their rows by an id; plans have numbers, which links to the registration name.
  id uuid not null unique default gen_random_uuid(),
  check (extra_user_cost >= 0),
  check (extra_location_cost >= 0)
);
grant select on plans to daybook_company;

create table companies (
  id uuid primary key,
  name text not null,
  address text not null default '',
  country text not null default '',
  e_mail text not null default '',
  phone_number text not null default '',
  geolocation_id uuid,
  logo_id uuid,
  plan_number integer references plans,
  created_at timestamptz not null default now(),
  -- The address of the company that was proved, and when: by a link in a mail to it, or because it is the verified
  -- address of an administrator. The company's address counts as verified while it is this one; another one is
  -- unverified.
  verified_e_mail text not null default '',
  e_mail_verified_at timestamptz,
  -- How long a visitor has to use the link of a request (hours), unless the company confirms requests itself.
  request_hours integer not null default 24 check (request_hours between 1 and 168),
  confirms_requests boolean not null default false,
  -- Hours before the start, and the hours of the day in which none leaves, in the zone of the visit.
  reminder_leads integer[] not null default '{24,2}' check (are_reminder_leads(reminder_leads)),
  quiet_from integer not null default 21 check (quiet_from between 0 and 23),
  quiet_until integer not null default 8 check (quiet_until between 0 and 23),
  -- Reminders by SMS leave on their own only where the company has said so.
  sms_reminders boolean not null default false,
  -- Countries (ISO 3166) whose numbers receive SMS of the company; none: those of the company and its places.
  sms_countries text[] not null default '{}',
  sms_per_day integer not null default 500 check (sms_per_day >= 0)
);
call guard_company_table('companies', 'id');

-- A point on the map with its postal address.
create table geolocations (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  line_address text not null,
  place_id text not null default '-',
  street text not null default '-',
  city text not null default '-',
  state text not null default '-',
  country text not null default '-',
  zip_code text not null default '-',
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  primary key (company_id, id)
);
create index geolocations_place on geolocations (latitude, longitude);
call guard_company_table('geolocations');

alter table companies add foreign key (id, geolocation_id) references geolocations (company_id, id);

create table locations (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  -- Part of public addresses, so it is unique across all companies.
  url_name text not null unique,
  address text not null default '',
  country text not null default '',
  description text not null default '',
  geolocation_id uuid,
  time_zone text not null,
  is_system boolean not null default false,
  created_at timestamptz not null default now(),
  is_url_name_kept boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, geolocation_id) references geolocations (company_id, id)
);
create unique index locations_url_name_folded on locations (lower(url_name));
create index locations_geolocation on locations (company_id, geolocation_id);
-- Maps begin where the first business is.
create index locations_created on locations (created_at, id);
call guard_company_table('locations');

-- A stored file. Files of the installation itself, such as banners, belong to no company.
create table files (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  display_name text not null,
  mime_type text not null,
  size bigint not null,
  sha256 text not null,
  width integer,
  height integer,
  is_public boolean not null default false,
  is_system boolean not null default false,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  unique (company_id, id)
);
create index files_created on files (created_at desc, id desc);
call guard_company_table('files');

alter table companies add foreign key (id, logo_id) references files (company_id, id) on delete set null (logo_id);

-- Stored bytes that no row leads to any more. Rows end in many ways, a deleted company among them; the job that tidies
-- up removes the bytes after the commit.
create table removed_files (
  key text primary key,
  removed_at timestamptz not null default now()
);
