-- Wakes the workers of the outbox: once for each statement, whatever it inserts. Changed routes are read again.
create or replace function notify_outbox() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_outbox', coalesce(tg_argv[0], ''));
  return null;
end $$;
create or replace trigger deliveries_queued after insert on deliveries
  for each statement execute function notify_outbox();
create or replace trigger smtp_settings_changed after insert or update or delete on smtp_settings
  for each statement execute function notify_outbox('routes');
create or replace trigger sms_gateways_changed after insert or update or delete on sms_gateways
  for each statement execute function notify_outbox('routes');
create or replace trigger routes_changed after insert or update on routes
  for each statement execute function notify_outbox('routes');
