-- Backups of companies: their list, their schedule, and their place in the file store.

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
call guard_company_table('backups');
call watch_table('backups', audited => false, published => true);

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
