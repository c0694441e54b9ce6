-- People, their work in companies, and their rights: actions and groups, and the pages and menu that these open.

create table users (
  id uuid primary key,
  log_in text not null,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  language_id uuid references languages,
  is_push_notifications_enabled boolean not null default false,
  session_active_minutes integer not null default 30 check (session_active_minutes between 1 and 1440),
  e_mail_verified_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_log_in on users (lower(log_in));
-- Company-scoped requests read accounts without their passwords.
grant select (id, log_in, first_name, last_name, language_id, is_push_notifications_enabled, session_active_minutes,
  e_mail_verified_at, created_at) on users to daybook_company;

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
  -- A public name follows the name of its person or location until it was shared.
  is_url_name_kept boolean not null default false,
  -- When the person first copied or downloaded the address of their profile.
  profile_shared_at timestamptz,
  setup_dismissed_at timestamptz,
  -- Of the employee's own appointments.
  reminder_leads integer[] not null default '{}' check (are_reminder_leads(reminder_leads)),
  -- How employees are reminded of their own appointments.
  reminder_channels text[] not null default '{mail}'
    check (reminder_channels <@ '{mail,push}' and reminder_channels <> '{}'),
  primary key (company_id, user_id),
  foreign key (company_id, picture_id) references files (company_id, id)
);
create unique index employees_url_name on employees (company_id, lower(url_name));
create index employees_user on employees (user_id);
call guard_company_table('employees');

-- The locations where an employee works; visitors find the profile under each of them.
create table employee_locations (
  company_id uuid not null,
  user_id uuid not null,
  location_id uuid not null,
  primary key (company_id, user_id, location_id),
  foreign key (company_id, user_id) references employees on delete cascade,
  foreign key (company_id, location_id) references locations on delete cascade
);
create index employee_locations_location on employee_locations (company_id, location_id);
call guard_company_table('employee_locations');

create table profile_pictures (
  company_id uuid not null,
  user_id uuid not null,
  file_id uuid not null,
  position integer not null,
  primary key (company_id, user_id, file_id),
  foreign key (company_id, user_id) references employees on delete cascade,
  foreign key (company_id, file_id) references files (company_id, id) on delete cascade
);
call guard_company_table('profile_pictures');

-- Rights are data. Four actions exist from the start, stand for the roles and cannot be deleted (0010-first-rows.sql).
create table actions (
  id uuid primary key,
  name text not null unique,
  description text not null default '',
  is_system boolean not null default false,
  only_sys boolean not null default false
);
grant select on actions to daybook_company;

create table pages (
  id uuid primary key,
  name text not null,
  -- The key of the delivered name in the language files; null once an operator has named the page.
  name_key text,
  s_ref text not null unique,
  only_sys boolean not null default false,
  is_system boolean not null default false,
  -- The role that opens the page without a grant; a grant opens it to others.
  may text not null default 'user' check (may in ('user', 'lcladmin', 'admin', 'sys'))
);
grant select on pages to daybook_company;

create table menu_items (
  id uuid primary key,
  parent_id uuid references menu_items on delete cascade,
  page_id uuid references pages on delete set null,
  name text not null,
  -- As of a page.
  name_key text,
  icon text not null default 'fa fa-question',
  is_heading boolean not null default false,
  is_system boolean not null default false,
  "order" integer not null default 0
);
create index menu_items_parent on menu_items (parent_id, "order");
grant select on menu_items to daybook_company;

-- A group bundles actions and pages.
create table groups (
  id uuid primary key,
  name text not null unique,
  description text not null default '',
  is_system boolean not null default false,
  only_sys boolean not null default false
);
grant select on groups to daybook_company;

create table group_actions (
  group_id uuid not null references groups on delete cascade,
  action_id uuid not null references actions on delete cascade,
  primary key (group_id, action_id)
);
create index group_actions_action on group_actions (action_id);
grant select on group_actions to daybook_company;

create table group_pages (
  group_id uuid not null references groups on delete cascade,
  page_id uuid not null references pages on delete cascade,
  primary key (group_id, page_id)
);
create index group_pages_page on group_pages (page_id);
grant select on group_pages to daybook_company;

create table user_actions (
  company_id uuid not null,
  user_id uuid not null,
  action_id uuid not null references actions on delete cascade,
  primary key (company_id, user_id, action_id),
  foreign key (company_id, user_id) references employees on delete cascade
);
call guard_company_table('user_actions');

create table user_groups (
  company_id uuid not null,
  user_id uuid not null,
  group_id uuid not null references groups on delete cascade,
  primary key (company_id, user_id, group_id),
  foreign key (company_id, user_id) references employees on delete cascade
);
create index user_groups_group on user_groups (group_id);
call guard_company_table('user_groups');

create table user_pages (
  company_id uuid not null,
  user_id uuid not null,
  page_id uuid not null references pages on delete cascade,
  primary key (company_id, user_id, page_id),
  foreign key (company_id, user_id) references employees on delete cascade
);
create index user_pages_page on user_pages (page_id);
call guard_company_table('user_pages');
