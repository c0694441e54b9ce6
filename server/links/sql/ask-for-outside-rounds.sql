-- Has outside calendars read at once: a hold of a visitor asks for those of its calendar, and what is asked for wakes
-- the job. The functions run as the owner: a visitor's hold may not touch these tables. A notice carries the name of
-- the job: bookings of all companies would wait for each other at its row.
create or replace function wake_outside_job() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform pg_notify('daybook_jobs', 'outside');
  return null;
end $$;
create or replace trigger outside_calendars_asked after update of due_at on outside_calendars for each row
  when ((new.reads or new.writes or new.removes_written) and new.due_at = 'epoch' and old.due_at is distinct from 'epoch')
  execute function wake_outside_job();

create or replace function ask_for_outside_rounds() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update outside_calendars set due_at = 'epoch'
    where company_id = new.company_id and calendar_id = new.calendar_id and reads and due_at is distinct from 'epoch';
  return null;
end $$;
create or replace trigger events_ask_for_outside_rounds after insert on events for each row
  when (new.held_until is not null) execute function ask_for_outside_rounds();
