-- Makes a table watchable, and sets whether it is audited and published until an operator changes that. Migrations call
-- it beside the table.
create or replace procedure watch_table(watched regclass, audited boolean, published boolean) language plpgsql as $$
begin
  execute format('create trigger data_audit after insert or update or delete on %s for each row execute function audit_change()', watched);
  execute format('create trigger data_sync after insert or update or delete on %s for each row execute function publish_change()', watched);
  insert into table_settings (id, name, is_audit, is_sync) values (gen_random_uuid(), watched::text, audited, published);
  if not audited then execute format('alter table %s disable trigger data_audit', watched); end if;
  if not published then execute format('alter table %s disable trigger data_sync', watched); end if;
end $$;
