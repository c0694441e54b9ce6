-- Begins a campaign at once that was started or is to be sent. A notice carries the name of the job: companies would
-- wait for each other at its row.
create or replace function ask_for_campaigns() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('daybook_jobs', 'campaigns');
  return null;
end $$;
create or replace trigger campaigns_asked after update of started, sending on campaigns
  for each row when (new.started and not old.started or new.sending and not old.sending) execute function ask_for_campaigns();
