-- The net beneath company-scoped requests: under the role daybook_company only rows of the company named by the transaction's
-- setting daybook.company_id can be seen or written. The owner's own queries (public pages, workers) are not limited by it.

do $$
begin
  if not exists (select from pg_roles where rolname = 'daybook_company') then
    begin
      create role daybook_company nologin nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then null; -- Another database of this server was faster.
    end;
  end if;
  -- Until PostgreSQL 15, who is a member may also take the role.
  if not pg_has_role(current_user, 'daybook_company',
      case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
    execute format('grant daybook_company to %I', current_user);
  end if;
exception when insufficient_privilege then
  raise exception using message = format('the database user %I may not make the role for company-scoped requests. '
    'Run once, as a superuser: %sgrant daybook_company to %I', current_user,
    case when exists (select from pg_roles where rolname = 'daybook_company') then '' else 'create role daybook_company; ' end,
    current_user);
end $$;

create function current_company() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('daybook.company_id', true), '')::uuid $$;

grant usage on schema public to daybook_company;
grant select on languages, plans, actions, pages, menu_items, legal_texts, settings, users, banners to daybook_company;
grant select, insert, update, delete on sessions to daybook_company;
grant insert on feedback to daybook_company;

-- Gives a tenant table to the company role, limited to the company's rows.
create procedure guard_company_table(tenant regclass, key_column text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant);
  execute format('create policy of_company on %s to daybook_company using (%I = current_company()) with check (%I = current_company())',
    tenant, key_column, key_column);
  execute format('grant select, insert, update, delete on %s to daybook_company', tenant);
end $$;

do $$
declare tenant regclass;
begin
  foreach tenant in array array['geolocations', 'locations', 'files', 'employees', 'employee_locations', 'profile_pictures',
    'user_actions', 'calendars', 'opening_hours', 'breaks', 'date_overrides', 'services', 'contacts', 'events', 'action_links',
    'idempotency_keys', 'email_messages', 'email_message_logs']::regclass[]
  loop
    call guard_company_table(tenant);
  end loop;
  call guard_company_table('companies', 'id');
end $$;
