-- Languages, plans, companies, their places and their files.
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
  sms_cost numeric(12,4) not null
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
  additional_balance numeric(12,2) not null default 0,
  max_users integer not null default 10,
  max_locations integer not null default 3,
  discount_months integer not null default 0,
  discount_percentage numeric(5,2) not null default 0,
  monthly_cost numeric(12,2) not null default 0,
  sms_cost numeric(12,4) not null default 0,
  created_at timestamptz not null default now()
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
  primary key (company_id, id),
  foreign key (company_id, geolocation_id) references geolocations (company_id, id)
);
create unique index locations_url_name_folded on locations (lower(url_name));
create index locations_geolocation on locations (company_id, geolocation_id);
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
