-- What became of records: who inserted, changed or deleted them, with their contents before and after. Which tables are watched
-- is a setting; a table that is not watched costs nothing, because its triggers are disabled.

create table table_settings (
  id uuid primary key,
  name text not null unique,
  -- Changes are published to open browsers.
  is_sync boolean not null default false,
  -- Changes are recorded.
  is_audit boolean not null default false
);

create table data_audits (
  id uuid primary key,
  created_at timestamptz not null,
  -- No foreign keys: the record outlasts what it tells about.
  company_id uuid,
  table_name text not null,
  method text not null check (method in ('Insert', 'Update', 'Delete')),
  record_id uuid,
  user_id uuid,
  -- As they were; empty for the installation itself. The actor differs from the user while impersonating.
  user_name text not null default '',
  actor_name text not null default '',
  before jsonb,
  after jsonb,
  words text not null generated always as (folded(table_name || chr(10) || method || chr(10) || user_name || chr(10) || actor_name)) stored
);
create index data_audits_created on data_audits (created_at desc, id desc);
create index data_audits_words on data_audits using gin (words gin_trgm_ops);
create index data_audits_table on data_audits (table_name, created_at desc);
create index data_audits_record on data_audits (record_id, created_at desc);
create index data_audits_user on data_audits (user_id);

call guard_company_table('data_audits');

-- Secrets and their hashes are nobody's to read, not even here.
create function without_secrets(contents jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(contents)
  where key !~ '(password|hash|secret|token|public_key|recovery|encrypted|cipher)'
$$;

-- Who acts is told by the transaction's settings daybook.user and daybook.actor (server/db/transaction.ts).
create function audit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := nullif(current_setting('daybook.user', true), '')::uuid;
  actor uuid := coalesce(nullif(current_setting('daybook.actor', true), '')::uuid, person);
  was jsonb;
  becomes jsonb;
  kept jsonb;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if tg_op <> 'INSERT' then was := without_secrets(to_jsonb(old)); end if;
  if tg_op <> 'DELETE' then becomes := without_secrets(to_jsonb(new)); end if;
  kept := coalesce(becomes, was);
  insert into data_audits (id, created_at, company_id, table_name, method, record_id, user_id, user_name, actor_name, before, after)
  values (gen_random_uuid(), now(),
    (case when tg_table_name = 'companies' then kept ->> 'id' else kept ->> 'company_id' end)::uuid,
    tg_table_name, initcap(tg_op), coalesce(kept ->> 'id', kept ->> 'user_id')::uuid, person,
    coalesce((select log_in from users where id = person), ''), coalesce((select log_in from users where id = actor), ''),
    was, becomes);
  return null;
end $$;

-- Names the record and nothing of its contents: reading it asks for permission.
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

create function apply_table_setting() returns trigger language plpgsql as $$
begin
  execute format('alter table %I %s trigger data_audit', new.name, case when new.is_audit then 'enable' else 'disable' end);
  execute format('alter table %I %s trigger data_sync', new.name, case when new.is_sync then 'enable' else 'disable' end);
  return null;
end $$;
create trigger table_settings_applied after insert or update on table_settings
  for each row execute function apply_table_setting();

-- Lets a table be watched; `audited` is how it begins.
create procedure watch_table(watched regclass, audited boolean) language plpgsql as $$
begin
  execute format('create trigger data_audit after insert or update or delete on %s for each row execute function audit_change()', watched);
  execute format('create trigger data_sync after insert or update or delete on %s for each row execute function publish_change()', watched);
  insert into table_settings (id, name, is_audit) values (gen_random_uuid(), watched::text, audited);
end $$;

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000001901', 'Data audit', '/app/system/log/data-audit', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000001902', 'Table settings', '/app/system/table-settings', true, true, 'sys');

do $$
declare name text;
begin
  -- What decides who may do what, and how the installation and its companies are set up.
  foreach name in array array['companies', 'locations', 'users', 'employees', 'employee_locations', 'actions', 'groups', 'group_actions',
    'group_pages', 'pages', 'menu_items', 'user_actions', 'user_groups', 'user_pages', 'settings', 'languages', 'plans',
    'legal_texts', 'banners', 'services']
  loop call watch_table(name, true); end loop;
  -- What changes all day long is recorded where the operator wants it.
  foreach name in array array['calendars', 'opening_hours', 'breaks', 'date_overrides', 'events', 'contacts', 'geolocations',
    'files', 'profile_pictures']
  loop call watch_table(name, false); end loop;
end $$;
