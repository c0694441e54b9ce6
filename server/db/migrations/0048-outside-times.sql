-- When a person is busy outside Daybook, as a calendar elsewhere says. An outside time is no event: it has no lane, and
-- no constraint keeps events apart from it. Every question whether a time is taken reads it.
create table outside_times (
  company_id uuid not null,
  calendar_id uuid not null,
  -- The calendar elsewhere that says so: its times are replaced together. What it is, booking does not know.
  source_id uuid not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  primary key (company_id, calendar_id, start_at, source_id),
  foreign key (company_id, calendar_id) references calendars (company_id, id) on delete cascade,
  -- Longer times are in several rows: a search begins a day before its range, and needs no other index.
  check (end_at > start_at and end_at - start_at <= interval '24 hours')
);
call guard_company_table('outside_times');
