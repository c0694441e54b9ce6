-- Row-level security of the tables of companies, for migrations to call beside each table.

-- Grants a tenant table to the role daybook_company, limited to the rows of the current company. Call it beside every
-- table that has a company_id.
create or replace procedure guard_company_table(tenant regclass, key_column text default 'company_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant);
  execute format('create policy of_company on %s to daybook_company using (%I = current_company()) with check (%I = current_company())',
    tenant, key_column, key_column);
  execute format('grant select, insert, update, delete on %s to daybook_company', tenant);
end $$;

-- Lets callers of a company read the rows of their company; only the owner's queries write them.
create or replace procedure guard_company_reading(tenant regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tenant);
  execute format('create policy of_company on %s for select to daybook_company using (company_id = current_company())', tenant);
  execute format('grant select on %s to daybook_company', tenant);
end $$;
