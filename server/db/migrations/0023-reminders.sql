-- Reminders before visits: when they leave, and until when they have been queued
-- (docs/decisions/0055-reminders-are-found-by-time.md).

-- Hours before the start, and the hours of the day in which none leaves, in the zone of the visit.
alter table companies
  add column reminder_leads integer[] not null default '{24,2}' check (2 <= all (reminder_leads)),
  add column quiet_from integer not null default 21 check (quiet_from between 0 and 23),
  add column quiet_until integer not null default 8 check (quiet_until between 0 and 23);
-- Null: those of the company.
alter table services add column reminder_leads integer[] check (2 <= all (reminder_leads));
-- Of the employee's own appointments.
alter table employees add column reminder_leads integer[] not null default '{}' check (2 <= all (reminder_leads));

-- The reminders that were due until then are queued.
create table reminder_runs (
  is_only boolean primary key default true check (is_only),
  done_until timestamptz not null
);

create index visits_reminders on visits (start_at) where status = 'confirmed';
