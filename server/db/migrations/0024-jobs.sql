-- The regular work as the operator sees and sets it. What each job does stands in the code (server/operations/jobs/all-jobs.ts), which also
-- adds the row of a new one; pg-boss sees to it that over all processes only one runs it.

create table jobs (
  id uuid primary key,
  name text not null unique,
  description text not null,
  -- A JSON object that the job understands, or nothing.
  parameters text not null default '',
  time_out_seconds integer not null check (time_out_seconds between 1 and 43200),
  -- From one start to the next.
  next_start_seconds integer not null check (next_start_seconds between 60 and 31622400),
  last_started timestamptz,
  last_ended timestamptz,
  last_result text not null default '',
  last_error text not null default '',
  -- Somebody wants it to run now, whatever the interval says.
  run_asked_at timestamptz
);
