-- Everything that later tables build on: extensions, the folding of text for searches, and row-level security by
-- company.

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

-- Folds text for comparison: lower case, without accents, so that a search for "riga" finds "Rīga". Letters that are
-- not a base letter with an accent (ß, ø) stay. Plain ASCII, which has as many bytes as characters, takes the short
-- way.
create function folded(words text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return case when octet_length(words) = char_length(words) then lower(words)
    else regexp_replace(normalize(lower(words), NFKD), '[\u0300-\u036f]+', '', 'g') end;
end $$;

-- Row-level security is the safety net beneath company-scoped requests. Such a request runs under the role
-- daybook_company, which sees and writes only rows of the company in the transaction's setting daybook.company_id. The
-- owner's own queries (public pages, workers) are not limited by it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'daybook_company') then
    begin
      create role daybook_company nologin nosuperuser nobypassrls;
    exception when duplicate_object or unique_violation then null; -- Another database of this server created it first.
    end;
  end if;
  -- Until PostgreSQL 15, membership alone allows SET ROLE.
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

grant usage on schema public to daybook_company;

create function current_company() returns uuid language sql stable parallel safe as
  $$ select nullif(current_setting('daybook.company_id', true), '')::uuid $$;

-- Grants a tenant table to the role daybook_company, limited to the rows of the current company. Call it beside every
-- table that has a company_id.
create procedure guard_company_table(tenant regclass, key_column text default 'company_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant);
  execute format('create policy of_company on %s to daybook_company using (%I = current_company()) with check (%I = current_company())',
    tenant, key_column, key_column);
  execute format('grant select, insert, update, delete on %s to daybook_company', tenant);
end $$;
