-- The site, the figures of reports, and the operation of the installation: settings, jobs, logs, audits, backups and
-- restores.

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
grant select on banners to daybook_company;

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
create index feedback_created on feedback (created_at desc, id desc);
-- Deleting an account looks for its feedback.
create index feedback_user on feedback (user_id) where user_id is not null;
grant insert on feedback to daybook_company;

-- Terms, privacy policy and cookies policy by language. The highest version is in force; published versions never
-- change.
create table legal_texts (
  kind text not null check (kind in ('terms', 'privacy', 'cookies')),
  language text not null references languages (key),
  version integer not null,
  html text not null,
  created_at timestamptz not null default now(),
  primary key (kind, language, version)
);
grant select on legal_texts to daybook_company;

-- An agreement of a user to a version of a text, in the language in which they read it.
create table user_agreements (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'cookies')),
  language text not null,
  version integer not null,
  agreed_at timestamptz not null,
  primary key (user_id, kind, language, version)
);
grant select on user_agreements to daybook_company;

-- Settings that operators change while the product runs.
create table settings (
  id uuid not null default gen_random_uuid() unique,
  key text primary key,
  value text not null,
  type text not null check (type in ('text', 'number', 'boolean')),
  "group" text not null
);
grant select on settings to daybook_company;

-- Recurring jobs as operators see and set them. The code of each job (server/operations/jobs/all-jobs.ts) also inserts
-- its row; pg-boss ensures that only one process runs it.
create table jobs (
  id uuid primary key,
  name text not null unique,
  -- An operator's own description; empty for the delivered one, which is translated for each reader (i18n,
  -- job.description).
  description text not null default '',
  -- A JSON object that the job understands, or empty.
  parameters text not null default '',
  time_out_seconds integer not null check (time_out_seconds between 1 and 43200),
  -- The interval between two starts.
  next_start_seconds integer not null check (next_start_seconds between 60 and 31622400),
  last_started timestamptz,
  last_ended timestamptz,
  last_result text not null default '',
  last_error text not null default '',
  -- Set when an operator asks for a run now, regardless of the interval.
  run_asked_at timestamptz
);

alter table job_askers add foreign key (job_id) references jobs on delete cascade;

-- Messages of the application: warnings and worse, and starts and stops of servers. They belong to the operator, not to
-- a company.
create table system_logs (
  id uuid primary key,
  created_at timestamptz not null,
  server_name text not null,
  category_name text not null,
  -- 1 is the most urgent.
  priority integer not null check (priority between 1 and 5),
  severity text not null
    check (severity in ('Critical', 'Error', 'Warning', 'Information', 'Verbose', 'Start', 'Stop')),
  title text not null,
  message text not null,
  formatted_message text not null,
  -- The text that a search over all columns reads.
  words text not null generated always as (folded(severity || chr(10) || server_name || chr(10) || category_name || chr(10)
    || title || chr(10) || message || chr(10) || formatted_message)) stored
);
create index system_logs_created on system_logs (created_at desc, id desc);
create index system_logs_words on system_logs using gin (words gin_trgm_ops);
-- One index per order of the list. The included columns let a later page skip rows by the index alone; an index on an
-- expression must include the expression's column for that.
create index system_logs_severity on system_logs (severity, id) include (created_at);
create index system_logs_title on system_logs (folded(title), id) include (created_at, title);
create index system_logs_server_name on system_logs (folded(server_name), id) include (created_at, server_name);
create index system_logs_priority on system_logs (priority, id) include (created_at);
-- A search either walks through the newest rows or asks the trigram index, depending on how many matches the planner
-- expects. The default sample misses words that occur in one of five hundred rows.
alter table system_logs alter column words set statistics 1000;

-- Sign-ins, failures, locks, grants, impersonations and exports. Names stay as they were, whatever happens to the
-- accounts.
create table user_audits (
  id uuid primary key,
  created_at timestamptz not null,
  company_id uuid references companies on delete set null,
  user_id uuid references users on delete set null,
  user_name text not null,
  -- The person who acted; equal to the user except during an impersonation.
  actor_name text not null,
  text text not null,
  address text not null default '',
  words text not null
    generated always as (folded(text || chr(10) || user_name || chr(10) || actor_name || chr(10) || address)) stored
);
create index user_audits_created on user_audits (created_at desc, id desc);
create index user_audits_user on user_audits (user_id, created_at desc);
create index user_audits_company on user_audits (company_id, created_at desc);
create index user_audits_user_name on user_audits (folded(user_name), id);
create index user_audits_words on user_audits using gin (words gin_trgm_ops);
alter table user_audits alter column words set statistics 1000;
call guard_company_table('user_audits');

-- The data audit: each insert, update and delete of a watched table, with the record before and after.
create table data_audits (
  id uuid primary key,
  created_at timestamptz not null,
  -- No foreign keys: audits outlive the records they describe.
  company_id uuid,
  table_name text not null,
  method text not null check (method in ('Insert', 'Update', 'Delete')),
  record_id uuid,
  user_id uuid,
  -- Names at that time; empty for the installation itself. The actor differs from the user during an impersonation.
  user_name text not null default '',
  actor_name text not null default '',
  before jsonb,
  after jsonb,
  words text not null generated always as (folded(table_name || chr(10) || method || chr(10) || user_name
    || chr(10) || actor_name || chr(10) || coalesce(before::text, '') || chr(10) || coalesce(after::text, ''))) stored
);
create index data_audits_created on data_audits (created_at desc, id desc);
create index data_audits_table on data_audits (table_name, created_at desc);
create index data_audits_record on data_audits (record_id, created_at desc);
create index data_audits_user on data_audits (user_id);
create index data_audits_company on data_audits (company_id, created_at desc);
create index data_audits_method on data_audits (method, created_at desc);
create index data_audits_words on data_audits using gin (words gin_trgm_ops);
alter table data_audits alter column words set statistics 1000;
call guard_company_table('data_audits');

-- How a table is watched. A table that is not watched costs nothing, because its triggers are disabled.
create table table_settings (
  id uuid primary key,
  name text not null unique,
  -- Changes are published to open browsers.
  is_sync boolean not null default false,
  -- Changes are recorded in the data audit.
  is_audit boolean not null default false
);

-- A deleted record with everything that its deletion deleted or cut off, so that it can be restored.
create table deleted_records (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  list text not null,
  deleted_at timestamptz not null,
  -- [{ tableName, columns, rows }], the record itself first. `columns` names the columns to restore in rows that were
  -- only cut off, and is null for rows that were deleted.
  parts jsonb not null
);
create index deleted_records_deleted on deleted_records (deleted_at);
create index deleted_records_user on deleted_records (user_id);
create index deleted_records_company on deleted_records (company_id);
call guard_company_table('deleted_records');

-- The income that an administrator expects of a day: of the company, a location, a person, or a person at a location.
create table estimates (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  day date not null,
  location_id uuid,
  user_id uuid,
  amount numeric(12,2) not null check (amount >= 0),
  updated_at timestamptz not null,
  primary key (company_id, id),
  unique nulls not distinct (company_id, day, location_id, user_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references employees (company_id, user_id) on delete cascade
);
call guard_company_table('estimates');

-- The figures of closed days, by day, location and calendar (docs/decisions/0063-figures-by-day.md). Those of open days
-- are read from the facts. The job that writes them holds a lock of the company.
create table counts_by_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  location_id uuid,
  calendar_id uuid,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_day_day on counts_by_day (company_id, subject, day);
call guard_company_reading('counts_by_day');

-- Figures of closed days by month as well, and by day and location: a year then reads twelve rows of each person, and a
-- row a day of each location, instead of a row a day of each person.
create table counts_by_month (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  -- The first day of the month. Every month whose days are all closed is here.
  month date not null,
  location_id uuid,
  calendar_id uuid,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_month_month on counts_by_month (company_id, subject, month);
call guard_company_reading('counts_by_month');

create table counts_by_location_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  location_id uuid,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_location_day_day on counts_by_location_day (company_id, subject, day)
  include (location_id, number, amount, completed);
call guard_company_reading('counts_by_location_day');

create table counts_by_company_day (
  company_id uuid not null references companies on delete cascade,
  subject text not null,
  day date not null,
  number integer not null,
  amount numeric(14,2) not null,
  completed numeric(14,2) not null
);
create index counts_by_company_day_day on counts_by_company_day (company_id, subject, day) include (number, amount);
call guard_company_reading('counts_by_company_day');

-- The last closed day of a company; all before it are closed as well.
create table closed_days (
  company_id uuid primary key references companies on delete cascade,
  until date not null
);
call guard_company_reading('closed_days');

-- Days that changed after they were closed, or might have. Without a key: marks of one day never wait for each other.
create table dirty_days (
  id bigint generated always as identity,
  company_id uuid not null references companies on delete cascade,
  day date not null
);
create index dirty_days_company on dirty_days (company_id, day);
call guard_company_reading('dirty_days');

-- Backups of companies. The archives are in the file store.
create table backups (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  -- Per cent of the records and the bytes of files that are in the archive.
  progress int not null default 0 check (progress between 0 and 100),
  is_scheduled boolean not null default false,
  -- The person who asked for it; the name stays when the account is deleted.
  made_by uuid references users on delete set null,
  made_by_name text not null default '',
  created_at timestamptz not null,
  ended_at timestamptz,
  -- The archive is removed then; null for scheduled backups, whose number is limited instead.
  expires_at timestamptz,
  size bigint check (size > 0),
  sha256 text,
  -- The process that makes it renews the lease. Another process begins again once the lease has ended.
  lease_until timestamptz,
  attempts int not null default 0,
  primary key (company_id, id),
  check ((state = 'done') <= (size is not null and sha256 is not null and ended_at is not null))
);
create index backups_created_at on backups (company_id, created_at desc);
create index backups_by_id on backups (id);
-- A company has one backup at a time; the few open ones are found without reading the others.
create unique index backups_one_open on backups (company_id) where state in ('waiting', 'running');
create index backups_made_by on backups (made_by) where made_by is not null;
create index backups_scheduled on backups (company_id, created_at, id) where state = 'done' and is_scheduled;
create index backups_expires_at on backups (expires_at) where state = 'done' and expires_at is not null;
create index backups_ended on backups (created_at) where state in ('failed', 'expired');
call guard_company_table('backups');

create table backup_schedules (
  company_id uuid primary key references companies on delete cascade,
  every text not null check (every in ('never', 'daily', 'weekly')),
  -- How many scheduled backups are stored; older ones are removed.
  keep int not null check (keep between 1 and 30),
  next_at timestamptz,
  check ((every = 'never') = (next_at is null))
);
create index backup_schedules_next_at on backup_schedules (next_at) where next_at is not null;
call guard_company_table('backup_schedules');

-- A restore belongs to the installation until it has made its company.
create table restores (
  id uuid primary key,
  -- Uploaded, checked (the dry run), ordered by an operator and restored. `checking` and `restoring`: a process works.
  state text not null default 'uploading'
    check (state in ('uploading', 'waiting', 'checking', 'checked', 'refused', 'ordered', 'restoring', 'done', 'failed')),
  file_name text not null,
  size bigint not null check (size > 0),
  -- Pieces of the archive that have arrived; they are in the file store until the restore has ended.
  pieces int not null default 0 check (pieces >= 0),
  -- Per cent of the present work.
  progress int not null default 0 check (progress between 0 and 100),
  company_name text not null default '',
  made_by uuid references users on delete set null,
  made_by_name text not null default '',
  -- Where the person who uploaded it finds the notice of the end.
  notified_in uuid references companies on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Why it was refused or failed: a key of `list.restores.problem` and what it is about.
  problem text not null default '',
  problem_about text not null default '',
  -- The findings of the dry run.
  report jsonb,
  -- The ids of its files, from which those of the new company's follow.
  files text[] not null default '{}',
  -- The person who is invited as administrator.
  administrator text not null default '',
  restored_to uuid references companies on delete set null,
  -- As in `backups`.
  lease_until timestamptz,
  attempts int not null default 0
);
create index restores_created_at on restores (created_at desc);
create index restores_made_by on restores (made_by) where made_by is not null;
create index restores_notified_in on restores (notified_in) where notified_in is not null;
create index restores_restored_to on restores (restored_to) where restored_to is not null;

-- People of a restored company who have not accepted their invitations yet.
create table restored_people (
  company_id uuid not null references companies on delete cascade,
  -- Of the account in the installation that made the archive.
  id uuid not null,
  log_in text not null,
  first_name text not null default '',
  last_name text not null default '',
  language text not null default '',
  calendar_id uuid,
  -- Rows that belong to the person, by table, without the person.
  belongings jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars (company_id, id) on delete set null (calendar_id)
);
create index restored_people_log_in on restored_people (company_id, lower(log_in));
create index restored_people_calendar on restored_people (company_id, calendar_id);
call guard_company_table('restored_people');
