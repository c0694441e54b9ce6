-- Has outside calendars read at once: a hold of a visitor asks for those of its calendar, and what is asked for wakes
-- the job. The functions run as the owner: a visitor's hold and a person's call may not touch the table of jobs.
create or replace function wake_outside_job() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  update jobs set run_asked_at = now() where name = 'outside' and run_asked_at is null;
  perform pg_notify('daybook_jobs', '');
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
