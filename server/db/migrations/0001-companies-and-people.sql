-- Companies, their places and their people. Every tenant table is keyed by (company_id, id), so that a record of one company
-- cannot point at one of another even if code forgets.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

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

create table plans (
  number integer primary key,
  name text not null,
  description text not null default '',
  max_users integer not null,
  max_locations integer not null,
  monthly_cost numeric(12,2) not null,
  sms_cost numeric(12,4) not null
);

create table companies (
  id uuid primary key,
  name text not null,
  address text not null default '',
  country text not null default '',
  e_mail text not null default '',
  phone_number text not null default '',
  geolocation_id uuid,
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
alter table companies add foreign key (id, geolocation_id) references geolocations (company_id, id);

create table locations (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  name text not null,
  -- Stands in the public address, so it is unique over all companies.
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

-- A stored file. Those of the installation itself (banners) belong to no company.
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

create table users (
  id uuid primary key,
  log_in text not null,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  language_id uuid references languages,
  is_push_notifications_enabled boolean not null default false,
  privacy_policy_at timestamptz,
  terms_and_conditions_at timestamptz,
  session_active_minutes integer not null default 30 check (session_active_minutes between 1 and 1440),
  e_mail_verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_log_in on users (lower(log_in));

-- A person's place in a company; the public profile belongs to it.
create table employees (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  url_name text not null,
  profession text not null default '',
  description text not null default '',
  phone_number text not null default '',
  picture_id uuid,
  is_profile_public boolean not null default false,
  is_calendar_public boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, picture_id) references files (company_id, id)
);
create unique index employees_url_name on employees (company_id, lower(url_name));
create index employees_user on employees (user_id);

-- Where an employee works; a visitor finds the profile under each of these places.
create table employee_locations (
  company_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  primary key (company_id, user_id, location_id),
  foreign key (company_id, user_id) references employees on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index employee_locations_location on employee_locations (company_id, location_id);

create table profile_pictures (
  company_id uuid not null,
  user_id uuid not null,
  file_id uuid not null,
  position integer not null,
  primary key (company_id, user_id, file_id),
  foreign key (company_id, user_id) references employees on delete cascade,
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);

-- What a user may do is data: the four actions below exist from the start and cannot be removed.
create table actions (
  id uuid primary key,
  name text not null unique,
  description text not null default '',
  is_system boolean not null default false,
  only_sys boolean not null default false
);

create table user_actions (
  company_id uuid not null,
  user_id uuid not null,
  action_id uuid not null references actions on delete cascade,
  primary key (company_id, user_id, action_id),
  foreign key (company_id, user_id) references employees on delete cascade
);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  location_id uuid,
  remembered boolean not null default false,
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null,
  active_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (company_id, user_id) references employees on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id)
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
