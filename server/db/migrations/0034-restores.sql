-- Restores of companies from their archives, and the people who come back to them by invitation.

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
  told_in uuid references companies on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz,
  -- Why it was refused or failed: a key of `list.restores.problem` and what it is about.
  problem text not null default '',
  problem_about text not null default '',
  -- What the dry run has found.
  report jsonb,
  -- The ids of its files, from which those of the new company's follow.
  files text[] not null default '{}',
  -- Is invited as administrator.
  administrator text not null default '',
  restored_to uuid references companies on delete set null,
  -- As in 0032-backup.sql.
  lease_until timestamptz,
  attempts int not null default 0
);
create index restores_created_at on restores (created_at desc);
create index restores_made_by on restores (made_by) where made_by is not null;
create index restores_told_in on restores (told_in) where told_in is not null;
create index restores_restored_to on restores (restored_to) where restored_to is not null;
call watch_table('restores', audited => false, published => true);

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

-- A restored company is new to everybody: its hundred thousands of rows are neither published nor audited one by one, and
-- its days are counted together.
create function is_restoring() returns boolean language sql stable as $$
  select coalesce(current_setting('daybook.restoring', true), '') = '1'
$$;

create or replace function publish_change() returns trigger language plpgsql as $$
declare
  changed jsonb;
begin
  if is_restoring() then return null; end if;
  changed := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  perform pg_notify('daybook_changes', json_build_object(
    'table', tg_table_name,
    'companyId', case when tg_table_name = 'companies' then changed ->> 'id' else changed ->> 'company_id' end,
    'id', changed ->> 'id')::text);
  return null;
end $$;

create or replace function audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := nullif(current_setting('daybook.user', true), '')::uuid;
  actor uuid := coalesce(nullif(current_setting('daybook.actor', true), '')::uuid, person);
  old_record jsonb;
  new_record jsonb;
  subject jsonb;
begin
  if is_restoring() then return null; end if;
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if tg_op <> 'INSERT' then old_record := without_secrets(to_jsonb(old)); end if;
  if tg_op <> 'DELETE' then new_record := without_secrets(to_jsonb(new)); end if;
  subject := coalesce(new_record, old_record);
  insert into data_audits (id, created_at, company_id, table_name, method, record_id, user_id, user_name, actor_name, before, after)
  values (gen_random_uuid(), now(),
    (case when tg_table_name = 'companies' then subject ->> 'id' else subject ->> 'company_id' end)::uuid,
    tg_table_name, initcap(tg_op), coalesce(subject ->> 'id', subject ->> 'user_id')::uuid, person,
    coalesce((select log_in from users where id = person), ''), coalesce((select log_in from users where id = actor), ''),
    old_record, new_record);
  return null;
end $$;

create or replace function notify_event_change() returns trigger language plpgsql as $$
begin
  if is_restoring() then return null; end if;
  if tg_op <> 'DELETE' then
    perform pg_notify('daybook_changes', json_build_object('table', 'events', 'companyId', new.company_id,
      'calendarId', new.calendar_id, 'locationId', new.location_id, 'id', new.id)::text);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE'
    and (new.calendar_id, new.location_id) is distinct from (old.calendar_id, old.location_id) then
    perform pg_notify('daybook_changes', json_build_object('table', 'events', 'companyId', old.company_id,
      'calendarId', old.calendar_id, 'locationId', old.location_id, 'id', old.id)::text);
  end if;
  return null;
end $$;

create or replace function mark_days(company uuid, variadic days date[]) returns void language sql security definer
  set search_path = public, pg_temp as $$
  insert into dirty_days (company_id, day)
    select company, d from (select distinct unnest(days)) as n (d)
    where d <= (now() at time zone 'UTC')::date - 2 and exists (select from companies where id = company)
      and not is_restoring()
$$;
