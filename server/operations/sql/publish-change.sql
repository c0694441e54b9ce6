-- Notifies every process of a change. The notice names the record and none of its contents: reading those requires
-- permission.
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
