-- Calendars elsewhere, whose events take time. Their events are read only for when they are. An account belongs to the
-- person of its calendar.
create table outside_accounts (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  calendar_id uuid not null,
  provider text not null check (provider in ('caldav', 'ics')),
  -- As it is shown: of an .ics file the host alone, for the rest of its address is a secret.
  address text not null,
  log_in text not null default '',
  -- The address and the password, sealed; null after a restore.
  secret bytea,
  own_addresses text[] not null default '{}',
  state text not null default 'ok' check (state in ('ok', 'signIn', 'off')),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, calendar_id) references calendars (company_id, id) on delete cascade
);
create index outside_accounts_calendar on outside_accounts (company_id, calendar_id);
call guard_company_table('outside_accounts');

create table outside_calendars (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  account_id uuid not null,
  calendar_id uuid not null,
  -- The path of the collection; empty for an .ics file.
  href text not null,
  name text not null default '',
  reads boolean not null default false,
  tentative_blocks boolean not null default true,
  -- A sync-token, or the ETag of an .ics file; `change_tag` is the ctag of servers without sync-tokens.
  change_token text,
  change_tag text,
  -- The day, the zone and the settings for which all objects were expanded.
  expanded_for text,
  -- The person has accepted that events are gone.
  accepts_removals boolean not null default false,
  -- When a list lacked so many objects that a second one has to agree.
  fewer_since timestamptz,
  last_read_at timestamptz,
  reason text,
  status integer,
  failing_since timestamptz,
  -- 1970: at once.
  due_at timestamptz,
  begun_at timestamptz,
  -- The reader that has it, until then.
  claim uuid,
  claimed_until timestamptz,
  primary key (company_id, id),
  unique (company_id, account_id, href),
  foreign key (company_id, account_id) references outside_accounts (company_id, id) on delete cascade,
  foreign key (company_id, calendar_id) references calendars (company_id, id) on delete cascade
);
create index outside_calendars_due on outside_calendars (due_at) where reads;
create index outside_calendars_calendar on outside_calendars (company_id, calendar_id);
call guard_company_table('outside_calendars');

create table outside_objects (
  company_id uuid not null references companies on delete cascade,
  outside_calendar_id uuid not null,
  href text not null,
  etag text not null,
  uid text not null default '',
  -- The lines that decide about time.
  content text not null default '',
  busy tstzmultirange not null default '{}',
  problem text,
  -- Only of an object with a problem, for the person to find it.
  title text not null default '',
  primary key (company_id, outside_calendar_id, href),
  foreign key (company_id, outside_calendar_id) references outside_calendars (company_id, id) on delete cascade
);
call guard_company_table('outside_objects');

create table outside_rounds (
  company_id uuid not null references companies on delete cascade,
  id uuid not null,
  outside_calendar_id uuid not null,
  created_at timestamptz not null,
  listed integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0,
  reason text,
  primary key (company_id, id),
  foreign key (company_id, outside_calendar_id) references outside_calendars (company_id, id) on delete cascade
);
create index outside_rounds_calendar on outside_rounds (company_id, outside_calendar_id);
create index outside_rounds_created_at on outside_rounds (created_at);
call guard_company_table('outside_rounds');
