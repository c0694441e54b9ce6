-- Tells every process whose rights or sessions changed, so that his open browsers look again, or are shut out.

create function notify_rights_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  -- What a group has concerns all who are in it: no person is named.
  perform pg_notify('daybook_changes', json_build_object(
    'table', 'rights', 'companyId', changed ->> 'company_id', 'userId', changed ->> 'user_id')::text);
  return null;
end $$;

create trigger user_actions_changed after insert or update or delete on user_actions
  for each row execute function notify_rights_change();
create trigger user_groups_changed after insert or update or delete on user_groups
  for each row execute function notify_rights_change();
create trigger user_pages_changed after insert or update or delete on user_pages
  for each row execute function notify_rights_change();
create trigger employee_locations_changed after insert or update or delete on employee_locations
  for each row execute function notify_rights_change();
create trigger employees_changed after insert or delete on employees
  for each row execute function notify_rights_change();
create trigger group_actions_changed after insert or update or delete on group_actions
  for each row execute function notify_rights_change();
create trigger group_pages_changed after insert or update or delete on group_pages
  for each row execute function notify_rights_change();

create trigger sessions_ended after delete or update of expires_at, locked_at, company_id on sessions
  for each row execute function notify_rights_change();
