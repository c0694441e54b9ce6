-- What the public site shows and collects, the menu, and the settings of the installation.

create table banners (
  id uuid primary key,
  title text not null,
  description text not null default '',
  link text not null default '',
  image_link text not null default '',
  file_id uuid references files on delete set null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  active boolean not null default false
);
create index banners_active on banners (period_end) where active;

create table banner_visits (
  banner_id uuid not null references banners on delete cascade,
  day date not null,
  visits integer not null default 1,
  primary key (banner_id, day)
);

create table feedback (
  id uuid primary key,
  type text not null check (type in ('happy', 'question', 'bug')),
  message text not null,
  name text not null default '',
  e_mail text not null default '',
  user_id uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index feedback_created on feedback (created_at desc);

-- Terms, privacy policy and cookies policy by language; the newest version counts.
create table legal_texts (
  kind text not null check (kind in ('terms', 'privacy', 'cookies')),
  language text not null references languages (key),
  version integer not null,
  html text not null,
  created_at timestamptz not null default now(),
  primary key (kind, language, version)
);

create table settings (
  key text primary key,
  value text not null,
  type text not null check (type in ('text', 'number', 'boolean')),
  "group" text not null
);

create table pages (
  id uuid primary key,
  name text not null,
  s_ref text not null unique,
  only_sys boolean not null default false,
  is_system boolean not null default false
);

create table menu_items (
  id uuid primary key,
  parent_id uuid references menu_items on delete cascade,
  page_id uuid references pages on delete set null,
  name text not null,
  icon text not null default 'fa fa-question',
  is_heading boolean not null default false,
  is_system boolean not null default false,
  "order" integer not null default 0,
  -- Who is shown the item.
  may text not null default 'user' check (may in ('user', 'lcladmin', 'admin', 'sys'))
);
create index menu_items_parent on menu_items (parent_id, "order");

-- Attempts at calls that are limited per address or account, shared by all processes. A window is a fixed slice of time.
create table throttles (
  key text not null,
  window_start timestamptz not null,
  attempts integer not null default 1,
  primary key (key, window_start)
);
create index throttles_age on throttles (window_start);
