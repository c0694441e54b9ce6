-- Imports of services and appointments from files of other programs.

create table imports (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  user_id uuid references users on delete set null,
  file_name text not null,
  -- The program or table that the file is of: the next one of the same source gets the same choices.
  source text not null,
  choices jsonb not null default '{}',
  state text not null check (state in ('running', 'done', 'stopped', 'undone')),
  done integer not null default 0,
  total integer not null,
  created_at timestamptz not null,
  -- While it runs: one that no process has touched for a minute has stopped.
  touched_at timestamptz not null,
  primary key (company_id, id)
);
create unique index imports_running on imports (company_id) where state = 'running';
create index imports_latest on imports (company_id, created_at desc, id);
call guard_company_table('imports');

-- The records that rows of files stand for.
create table import_refs (
  company_id uuid not null,
  source text not null,
  kind text not null check (kind in ('category', 'service', 'appointment', 'customer')),
  -- As the source names it, else made of what the row says.
  external_id text not null,
  -- Of a category, a service, a visit, an event without a customer, or a contact.
  record_id uuid not null,
  import_id uuid not null,
  -- False for one that was there before.
  is_added boolean not null,
  -- Digests of the row, and of the record as it was written: whether either has changed since.
  given_digest text not null,
  stored_digest text not null,
  primary key (company_id, source, kind, external_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete cascade
);
create index import_refs_of_import on import_refs (company_id, import_id, kind);
create index import_refs_of_record on import_refs (company_id, record_id);
call guard_company_table('import_refs');

-- Of an appointment that moved in: reminders that are due before were the former program's.
alter table visits add column remind_from timestamptz;
