-- Mail, SMS, push messages and the feed of the bell. Outgoing mail is first a row of the outbox, written in the
-- transaction that causes it.

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
  -- The attached calendar entry (RFC 5545) and its method (RFC 5546).
  calendar_entry text,
  calendar_method text check (calendar_method in ('REQUEST', 'CANCEL', 'PUBLISH')),
  -- The same for all attempts, so that receivers recognise a repeated delivery.
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
create index email_messages_created on email_messages (created_at desc, id desc);
create index email_messages_event on email_messages (company_id, event_id);
call guard_company_table('email_messages');

-- Wakes the worker that sends mail.
create function notify_email_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_mail', '');
  return null;
end $$;
create trigger email_messages_queued after insert on email_messages
  for each statement execute function notify_email_queued();

create table email_message_logs (
  id uuid primary key,
  message_id uuid not null references email_messages on delete cascade,
  company_id uuid references companies on delete cascade,
  log text not null,
  created_at timestamptz not null default now()
);
create index email_message_logs_message on email_message_logs (message_id, created_at);
create index email_message_logs_created on email_message_logs (created_at desc, id desc);
call guard_company_table('email_message_logs');

-- Addresses that a mail server rejected permanently.
create table suppressed_addresses (
  e_mail text primary key,
  reason text not null,
  created_at timestamptz not null default now()
);

-- Mail servers, which operators set while the product runs.
create table smtp_settings (
  id uuid primary key,
  key text not null,
  host text not null,
  port integer not null default 25 check (port between 1 and 65535),
  ssl boolean not null default false,
  -- Milliseconds.
  time_out integer not null default 10000 check (time_out between 1000 and 60000),
  use_default_credentials boolean not null default false,
  user_name text not null default '',
  -- Encrypted with the installation's key (server/lib/secrets/secret-box.ts); null if there is none.
  password bytea,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index smtp_settings_key on smtp_settings (lower(key));
create unique index smtp_settings_one_default on smtp_settings (is_default) where is_default;
-- The worker reads its mail server each time it wakes.
create trigger smtp_settings_changed after insert or update or delete on smtp_settings
  for each statement execute function notify_email_queued();

-- SMS gateways, set like mail servers.
create table sms_gateways (
  id uuid primary key,
  key text not null,
  host text not null,
  port integer not null default 25 check (port between 1 and 65535),
  ssl boolean not null default false,
  -- Milliseconds.
  time_out integer not null default 10000 check (time_out between 1000 and 60000),
  use_default_credentials boolean not null default false,
  user_name text not null default '',
  -- Encrypted as in smtp_settings.
  password bytea,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index sms_gateways_key on sms_gateways (lower(key));
create unique index sms_gateways_one_default on sms_gateways (is_default) where is_default;

-- Changed words of mails. A key without a row has the delivered text.
create table message_templates (
  key text not null,
  language text not null,
  template text not null,
  changed_at timestamptz not null,
  primary key (key, language)
);
grant select on message_templates to daybook_company;

-- Changed kinds of mail: for one company, or for all companies if company_id is null.
create table email_templates (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  key text not null,
  language text not null,
  subject text not null,
  body text not null,
  from_e_mail text not null default '',
  to_e_mail text not null default '',
  bcc_e_mail text not null default '',
  changed_at timestamptz not null,
  unique nulls not distinct (company_id, key, language)
);
call guard_company_table('email_templates');
create policy for_all on email_templates for select to daybook_company using (company_id is null);

-- Changed kinds of SMS, as in email_templates.
create table sms_templates (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  key text not null,
  language text not null,
  message text not null,
  from_sms text not null default '',
  to_sms text not null default '',
  changed_at timestamptz not null,
  unique nulls not distinct (company_id, key, language)
);
call guard_company_table('sms_templates');
create policy for_all on sms_templates for select to daybook_company using (company_id is null);

-- The feed items of the bell. (Mails before an appointment are not in this table.)
create table reminders (
  company_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  type text not null check (type in ('calendarEvent', 'system', 'invoiceNew', 'paymentNew', 'paymentConfirmed',
    'paymentCancelled', 'smsFundsError', 'general', 'other')),
  -- In the employee's language at the time of writing.
  text text not null,
  -- The route it leads to; empty for none.
  link text not null default '',
  created_at timestamptz not null,
  visited_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references employees on delete cascade
);
create index reminders_user on reminders (company_id, user_id, created_at desc, id desc);
create index reminders_unvisited on reminders (company_id, user_id, created_at desc, id desc) where visited_at is null;
create index reminders_visited on reminders (visited_at);
call guard_company_table('reminders');

-- Notifies every process that the feed of an employee changed, so that their open browsers reload it.
create function notify_reminder_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('daybook_changes', json_build_object(
    'table', 'reminders', 'companyId', new.company_id, 'userId', new.user_id)::text);
  return null;
end $$;
create trigger reminders_changed after insert or update on reminders
  for each row execute function notify_reminder_change();

-- A browser's push subscription (RFC 8030) or the token of another service. Its bearer can send messages, so it is
-- encrypted.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  token bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at desc);

-- One key pair for all processes. Browsers subscribe with its public part, so it must not change.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);
