-- Switches the triggers of a watched table when an operator changes its setting. A table that is not watched costs
-- nothing, because its triggers are disabled.
create or replace function apply_table_setting() returns trigger language plpgsql as $$
begin
  execute format('alter table %I %s trigger data_audit', new.name, case when new.is_audit then 'enable' else 'disable' end);
  execute format('alter table %I %s trigger data_sync', new.name, case when new.is_sync then 'enable' else 'disable' end);
  return null;
end $$;
create or replace trigger table_settings_applied after insert or update on table_settings
  for each row execute function apply_table_setting();
