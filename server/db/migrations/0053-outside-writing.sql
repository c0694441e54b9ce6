-- Appointments of a person that are written into one of their outside calendars.
alter table companies add column outside_detail text not null default 'busy'
  check (outside_detail in ('busy', 'service', 'names'));

alter table outside_calendars
  add column writes boolean not null default false,
  -- How much is written of an appointment; the company may allow less.
  add column detail text not null default 'busy' check (detail in ('busy', 'service', 'names')),
  -- Writing has been switched off, and its entries are being deleted.
  add column removes_written boolean not null default false,
  add column last_written_at timestamptz,
  -- Why nothing can be written, and when it is tried again.
  add column write_reason text,
  add column write_status integer,
  add column write_failing_since timestamptz,
  -- When the person was notified of it: in their feed, and by mail.
  add column write_notified_at timestamptz,
  add column write_mailed_at timestamptz,
  add column write_due_at timestamptz,
  -- The server has asked for a pause: a hold does not end it.
  add column paused_until timestamptz;
-- A person has one calendar that is written.
create unique index outside_calendars_writes on outside_calendars (company_id, calendar_id) where writes;
drop index outside_calendars_due;
create index outside_calendars_due on outside_calendars (due_at) where reads or writes or removes_written;

-- The entries of events in outside calendars. A row stays while its entry does, also after its event: the entry is known
-- by its UID, and takes no time when it is read.
create table outside_written (
  company_id uuid not null references companies on delete cascade,
  outside_calendar_id uuid not null,
  event_id uuid not null,
  -- Null until the first attempt. They stay when the installation gets another address.
  uid text,
  href text,
  -- Null while it is unknown whether, and how, the entry is there.
  etag text,
  -- Its time and a digest of the rest: as it should be, and as the server has it.
  wanted text,
  written text,
  -- `sending`: an attempt may have arrived or not. `moved`, `deleted`: by the person, outside.
  state text not null default 'new' check (state in ('new', 'sending', 'written', 'moved', 'deleted')),
  -- 1970: at once; null: nothing to do.
  due_at timestamptz,
  attempts integer not null default 0,
  reason text,
  status integer,
  -- When the person was notified of `moved` or `deleted`.
  notified_at timestamptz,
  primary key (company_id, outside_calendar_id, event_id),
  unique (company_id, outside_calendar_id, uid),
  foreign key (company_id, outside_calendar_id) references outside_calendars (company_id, id) on delete cascade
);
create index outside_written_event on outside_written (company_id, event_id);
create index outside_written_due on outside_written (company_id, outside_calendar_id, due_at) where due_at is not null;
call guard_company_table('outside_written');
