-- Operating the installation: settings, jobs, logs, audits, and the snapshots from which deletions are undone.

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
-- A search either walks through the newest rows or asks the trigram index, depending on how many matches the planner
-- expects. The default sample misses words that occur in one of five hundred rows.
alter table system_logs alter column words set statistics 1000;
create index system_logs_created on system_logs (created_at desc, id desc);
create index system_logs_words on system_logs using gin (words gin_trgm_ops);
-- One index per order of the list. The included columns let a later page skip rows by the index alone; an index on an
-- expression must include the expression's column for that.
create index system_logs_severity on system_logs (severity, id) include (created_at);
create index system_logs_title on system_logs (folded(title), id) include (created_at, title);
create index system_logs_server_name on system_logs (folded(server_name), id) include (created_at, server_name);
create index system_logs_priority on system_logs (priority, id) include (created_at);

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
alter table user_audits alter column words set statistics 1000;
create index user_audits_created on user_audits (created_at desc, id desc);
create index user_audits_user on user_audits (user_id, created_at desc);
create index user_audits_company on user_audits (company_id, created_at desc);
create index user_audits_user_name on user_audits (folded(user_name), id);
create index user_audits_words on user_audits using gin (words gin_trgm_ops);
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
alter table data_audits alter column words set statistics 1000;
create index data_audits_created on data_audits (created_at desc, id desc);
create index data_audits_table on data_audits (table_name, created_at desc);
create index data_audits_record on data_audits (record_id, created_at desc);
create index data_audits_user on data_audits (user_id);
create index data_audits_company on data_audits (company_id, created_at desc);
create index data_audits_method on data_audits (method, created_at desc);
create index data_audits_words on data_audits using gin (words gin_trgm_ops);
call guard_company_table('data_audits');

-- Removes secrets and their hashes from a record, so that not even an audit reveals them.
create function without_secrets(contents jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(contents)
  where key !~ '(password|hash|secret|token|public_key|recovery|encrypted|cipher)'
$$;

-- Records a change. The transaction's settings daybook.user and daybook.actor name the person who acts
-- (server/db/transaction.ts).
create function audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := nullif(current_setting('daybook.user', true), '')::uuid;
  actor uuid := coalesce(nullif(current_setting('daybook.actor', true), '')::uuid, person);
  old_record jsonb;
  new_record jsonb;
  subject jsonb;
begin
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

-- Notifies every process of a change. The notice names the record and none of its contents: reading those requires
-- permission.
create function publish_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('daybook_changes', json_build_object(
    'table', tg_table_name,
    'companyId', case when tg_table_name = 'companies' then changed ->> 'id' else changed ->> 'company_id' end,
    'id', changed ->> 'id')::text);
  return null;
end $$;

-- How a table is watched. A table that is not watched costs nothing, because its triggers are disabled.
create table table_settings (
  id uuid primary key,
  name text not null unique,
  -- Changes are published to open browsers.
  is_sync boolean not null default false,
  -- Changes are recorded in the data audit.
  is_audit boolean not null default false
);

create function apply_table_setting() returns trigger language plpgsql as $$
begin
  execute format('alter table %I %s trigger data_audit', new.name, case when new.is_audit then 'enable' else 'disable' end);
  execute format('alter table %I %s trigger data_sync', new.name, case when new.is_sync then 'enable' else 'disable' end);
  return null;
end $$;
create trigger table_settings_applied after insert or update on table_settings
  for each row execute function apply_table_setting();

-- Makes a table watchable, and sets whether it is audited and published until an operator changes that.
create procedure watch_table(watched regclass, audited boolean, published boolean) language plpgsql as $$
begin
  execute format('create trigger data_audit after insert or update or delete on %s for each row execute function audit_change()', watched);
  execute format('create trigger data_sync after insert or update or delete on %s for each row execute function publish_change()', watched);
  insert into table_settings (id, name, is_audit, is_sync) values (gen_random_uuid(), watched::text, audited, published);
end $$;

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

-- Returns these rows of a table with everything that deleting them would delete or cut off, following the foreign keys
-- that reference them.
create function collect_dependents(target regclass, deleted jsonb) returns jsonb language plpgsql stable as $$
declare
  parts jsonb := jsonb_build_array(jsonb_build_object('tableName', target::text, 'columns', null, 'rows', deleted));
  link record;
  found_rows jsonb;
begin
  for link in
    select c.conrelid::regclass as child, c.confdeltype as kind,
      (select string_agg(format('c.%I = p.%I', own.attname, their.attname), ' and ')
        from unnest(c.conkey, c.confkey) as k(own, their)
        join pg_attribute own on own.attrelid = c.conrelid and own.attnum = k.own
        join pg_attribute their on their.attrelid = c.confrelid and their.attnum = k.their) as join_condition,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid
        and a.attnum = any(coalesce(c.confdelsetcols, c.conkey))) as nulled_columns,
      (select array_agg(a.attname::text) from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indrelid = c.conrelid and i.indisprimary) as key
    from pg_constraint c where c.confrelid = target and c.contype = 'f' and c.confdeltype in ('c', 'n') order by c.conname
  loop
    execute format('select jsonb_agg(%s) from %s c join jsonb_populate_recordset(null::%s, $1) p on %s',
      case link.kind when 'c' then 'to_jsonb(c)'
        else '(select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(c)) where key = any($2))' end,
      link.child, target, link.join_condition) into found_rows using deleted, link.key || link.nulled_columns;
    continue when found_rows is null;
    if link.kind = 'c' then
      parts := parts || collect_dependents(link.child, found_rows);
    else
      parts := parts || jsonb_build_object('tableName', link.child::text, 'columns', to_jsonb(link.nulled_columns), 'rows', found_rows);
    end if;
  end loop;
  return parts;
end $$;

-- Restores what collect_dependents returned. Rows that exist again or reference something else by now stay as they are;
-- the record itself must fit, else the insert fails.
create function restore_rows(parts jsonb) returns void language plpgsql as $$
declare
  part jsonb;
  target regclass;
  names text;
begin
  for part in select value from jsonb_array_elements(parts) with ordinality order by ordinality loop
    target := (part->>'tableName')::regclass;
    if part->'columns' = 'null' then
      select string_agg(format('%I', attname), ', ' order by attnum) into names from pg_attribute
        where attrelid = target and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('insert into %s (%s) select %s from jsonb_populate_recordset(null::%s, $1) %s', target, names, names, target,
        case when part = parts->0 then '' else 'on conflict do nothing' end) using part->'rows';
    else
      execute format('update %s c set %s from jsonb_populate_recordset(null::%s, $1) p where %s', target,
        (select string_agg(format('%I = p.%I', name, name), ', ') from jsonb_array_elements_text(part->'columns') as n(name)),
        target,
        (select string_agg(format('c.%I = p.%I', a.attname, a.attname), ' and ')
            || (select string_agg(format(' and c.%I is null', name), '') from jsonb_array_elements_text(part->'columns') as n(name))
          from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indrelid = target and i.indisprimary)) using part->'rows';
    end if;
  end loop;
end $$;
