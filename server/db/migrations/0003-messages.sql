-- The outbox: everything that leaves the house is first a row, written in the transaction that causes it.

create table email_messages (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  location_id uuid,
  event_id uuid,
  from_e_mail text not null,
  from_name text not null default '',
  reply_to text not null default '',
  to_e_mail text not null,
  subject text not null,
  html text not null,
  plain text not null default '',
  -- The calendar entry to attach (RFC 5545) and its method (RFC 5546).
  calendar_entry text,
  calendar_method text check (calendar_method in ('REQUEST', 'CANCEL', 'PUBLISH')),
  -- Stays the same over all attempts, so that a repeated delivery can be recognised.
  message_id text not null unique,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'uncertain', 'kept')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  foreign key (company_id, event_id) references events (company_id, id) on delete set null (event_id)
);
create index email_messages_due on email_messages (next_attempt_at) where state in ('queued', 'sending');
create index email_messages_company on email_messages (company_id, created_at desc, id);
create index email_messages_event on email_messages (company_id, event_id);

create table email_message_logs (
  id uuid primary key,
  message_id uuid not null references email_messages on delete cascade,
  company_id uuid references companies on delete cascade,
  log text not null,
  created_at timestamptz not null default now()
);
create index email_message_logs_message on email_message_logs (message_id, created_at);

-- Addresses that a mail server refused for good.
create table suppressed_addresses (
  e_mail text primary key,
  reason text not null,
  created_at timestamptz not null default now()
);

create function notify_email_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_mail', '');
  return null;
end $$;
create trigger email_messages_queued after insert on email_messages
  for each statement execute function notify_email_queued();
