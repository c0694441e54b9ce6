-- The outbox with its routes, messages of each medium, their templates, the feed, push messages and bounces.

-- One row for each message to one recipient, written in the transaction of its cause. The content is a row of its
-- medium with the same id, such as `email_messages`.
create table deliveries (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  medium text not null,
  -- Medium and purpose, such as `mail:visit`.
  queue text not null,
  -- `now`: a person waits for it. `turn`: the keys of a queue take turns.
  lane text not null default 'now' check (lane in ('now', 'turn')),
  lane_key text not null default '',
  -- How an expired claim ends: `again` sends it a second time, `once` never does.
  guarantee text not null default 'again' check (guarantee in ('again', 'once')),
  -- The recipient, folded as suppressions are.
  address text not null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed',
    'uncertain', 'expired', 'suppressed', 'held', 'cancelled', 'kept')),
  due_at timestamptz not null,
  expires_at timestamptz,
  claimed_at timestamptz,
  -- The claim; its holder alone settles the delivery.
  claimed_by uuid,
  attempts integer not null default 0,
  cause_kind text not null,
  -- The same cause queues the same delivery once.
  cause_key text not null,
  -- The last route; rows of routes come and go.
  route_id uuid,
  -- Why it has not been sent, as a code, and the last response.
  reason text not null default '',
  answer text not null default '',
  -- When it reached a state in which it needs no further attempt.
  settled_at timestamptz,
  created_at timestamptz not null,
  -- A person has given it up: it is no problem any more.
  given_up_at timestamptz,
  -- When its cause was notified that it came back, such as the employee who expects the customer.
  notified_at timestamptz,
  -- The identifier that the provider gave it.
  provider_ref text,
  -- Of an SMS: how many the network charges for, and what the deposit pays for them; null when it is free.
  parts integer check (parts > 0),
  price numeric(14,4) check (price > 0),
  -- Where a message belongs, and the zone of its day; the day on which it was sent.
  location_id uuid,
  time_zone text not null default 'UTC',
  day date generated always as (
    case when state in ('sent', 'delivered', 'undelivered') then (settled_at at time zone time_zone)::date end) stored,
  -- The route that has refused it as our fault: another one takes it.
  skips_route_id uuid,
  -- The zone by whose clock it waits for the end of the company's quiet hours; null for a delivery that leaves at any
  -- time.
  quiet_zone text,
  unique nulls not distinct (company_id, medium, cause_key)
);
create index deliveries_due on deliveries (queue, due_at) where state = 'queued' and lane = 'now';
create index deliveries_turns on deliveries (queue, lane_key, due_at) where state = 'queued' and lane = 'turn';
create index deliveries_claimed on deliveries (claimed_at) where state = 'sending';
create index deliveries_state on deliveries (state, id);
create index deliveries_address on deliveries (address) where state = 'suppressed';
create index deliveries_problems on deliveries (created_at desc, id desc)
  where given_up_at is null
    and (state in ('failed', 'undelivered', 'uncertain', 'expired', 'held') or state = 'queued' and reason <> '');
create index deliveries_problems_company on deliveries (company_id, created_at desc, id desc)
  where given_up_at is null
    and (state in ('failed', 'undelivered', 'uncertain', 'expired', 'held') or state = 'queued' and reason <> '');
-- The addresses of a company that a suppression may be about.
create index deliveries_unreached on deliveries (company_id, address)
  where state in ('suppressed', 'undelivered') or reason in ('bounced', 'returned');
create index deliveries_provider_ref on deliveries (provider_ref) where provider_ref is not null;
create index deliveries_held on deliveries (company_id, due_at) where state = 'held';
create index deliveries_expiring on deliveries (expires_at)
  where state in ('queued', 'held') and expires_at is not null;
-- How many SMS a number and a company have had.
create index deliveries_sms_address on deliveries (address, created_at) where medium = 'sms';
create index deliveries_sms_company on deliveries (company_id, created_at) where medium = 'sms';
create index deliveries_day on deliveries (company_id, medium, day) where day is not null;
create index deliveries_unnotified on deliveries (settled_at)
  where notified_at is null and queue = 'mail:visit' and reason in ('bounced', 'returned');
call guard_company_table('deliveries');

create table delivery_attempts (
  id uuid primary key,
  delivery_id uuid not null references deliveries on delete cascade,
  company_id uuid references companies on delete cascade,
  answer text not null,
  created_at timestamptz not null default now(),
  -- An attempt is found by its response and by the text of its message.
  words text not null default '',
  route_id uuid,
  outcome text not null default ''
);
create index delivery_attempts_delivery on delivery_attempts (delivery_id, created_at);
create index delivery_attempts_created on delivery_attempts (created_at desc, id desc);
create index delivery_attempts_words on delivery_attempts using gin (words gin_trgm_ops);
create index delivery_attempts_answer on delivery_attempts (folded(answer), id) include (created_at, answer);
call guard_company_table('delivery_attempts');
alter table delivery_attempts alter column words set statistics 1000;

-- The keys of a queue that have queued deliveries in the lane `turn`. Queuing a delivery takes its turn; only the
-- holder of a turn's lock deletes it.
create table turns (
  queue text not null,
  lane_key text not null,
  next_due timestamptz not null,
  served_at timestamptz not null default '-infinity',
  primary key (queue, lane_key)
);
create index turns_served on turns (queue, served_at);

-- The state of a route, apart from its settings: pausing one is no change of a setting. The route of SMTP_URL has the
-- zero id.
create table routes (
  id uuid primary key,
  -- Pauses in a row; a success ends them.
  pauses integer not null default 0,
  paused_since timestamptz,
  paused_until timestamptz,
  paused_reason text not null default '',
  -- It has refused nearly everyone: its refusals say nothing about the recipients.
  refuses_all boolean not null default false,
  -- When the operators were notified of the pause.
  notified_at timestamptz
);

-- How much a route with limits has used of the present second, hour and day.
create table route_tokens (
  route_id uuid primary key,
  second_at timestamptz not null default '-infinity',
  second_used integer not null default 0,
  hour_at timestamptz not null default '-infinity',
  hour_used integer not null default 0,
  day_at timestamptz not null default '-infinity',
  day_used integer not null default 0
);

-- The process that is bound to a route that takes one link only. Its holder renews it; another process binds once it
-- has ended. The times are those of the database.
create table route_binds (
  route_id uuid primary key,
  holder uuid not null,
  held_until timestamptz not null
);

-- Suppressions of every medium: of one company, or of all if company_id is null; of one purpose, or of all but mail
-- about accounts; until they expire, or for ever.
create table suppressions (
  address text not null,
  evidence text not null,
  created_at timestamptz not null default now(),
  id uuid primary key default gen_random_uuid(),
  reason text not null check (reason in ('bounce', 'complaint', 'unsubscribed', 'stop', 'manual')),
  -- Rejections so far: the more, the longer the next entry lasts.
  times integer not null default 1,
  expires_at timestamptz,
  company_id uuid references companies on delete cascade,
  medium text not null,
  purpose text,
  -- The delivery whose response caused it.
  delivery_id uuid
);
create unique index suppressions_address on suppressions (medium, address, company_id, reason, purpose) nulls not distinct;
create index suppressions_company on suppressions (company_id) where company_id is not null;
create index suppressions_delivery on suppressions (delivery_id) where delivery_id is not null;
create index suppressions_created on suppressions (created_at desc, id desc);
create index suppressions_expires on suppressions (expires_at);
call guard_company_table('suppressions');
-- A mailbox that does not exist is suppressed for all companies. Those that wrote to it see that, and may allow it
-- again.
create policy of_recipients on suppressions to daybook_company using (
  company_id is null and reason = 'bounce' and exists (
    select from deliveries d
    where d.company_id = current_company() and d.address = suppressions.address and d.medium = suppressions.medium
      and (d.state in ('suppressed', 'undelivered') or d.reason in ('bounced', 'returned'))));

-- The content that many messages share; each fills in its own fields.
create table message_contents (
  company_id uuid not null references companies on delete cascade,
  id uuid not null unique,
  cause_key text not null,
  html text not null default '',
  plain text not null default '',
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, cause_key)
);
call guard_company_table('message_contents');

-- The content of outgoing mail.
create table email_messages (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  location_id uuid,
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
  created_at timestamptz not null default now(),
  -- The text that a search reads, without the tokens of links. PostgreSQL writes it once: no update changes its
  -- columns.
  words text not null generated always as (folded(from_e_mail || chr(10) || to_e_mail || chr(10) || subject
    || chr(10) || mask_links(plain))) stored,
  visit_id uuid,
  -- A mail names its attachment by its key in the store of files.
  attachment_key text,
  attachment_name text,
  attachment_type text,
  content_id uuid,
  -- Values for the placeholders of the content.
  fields jsonb,
  -- Further headers.
  headers jsonb,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  foreign key (company_id, visit_id) references visits (company_id, id) on delete set null (visit_id),
  foreign key (id) references deliveries on delete cascade,
  constraint email_messages_attachment check (num_nulls(attachment_key, attachment_name, attachment_type) in (0, 3)),
  foreign key (company_id, content_id) references message_contents (company_id, id) on delete set null (content_id)
);
create index email_messages_company on email_messages (company_id, created_at desc, id);
create index email_messages_created on email_messages (created_at desc, id desc);
create index email_messages_words on email_messages using gin (words gin_trgm_ops);
create index email_messages_to on email_messages (folded(to_e_mail), id) include (created_at, to_e_mail);
create index email_messages_subject on email_messages (folded(subject), id) include (created_at, subject);
create index email_messages_location on email_messages (location_id);
create index email_messages_visit on email_messages (company_id, visit_id) where visit_id is not null;
create index email_messages_content on email_messages (company_id, content_id) where content_id is not null;
call guard_company_table('email_messages');
alter table email_messages alter column words set statistics 1000;

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
  created_at timestamptz not null default now(),
  -- The purposes of a mail server, and how much it takes.
  purposes text[] not null default '{account,visit,campaign}'
    check (purposes <@ '{account,visit,campaign}'),
  position integer not null default 100,
  max_connections integer not null default 10 check (max_connections between 1 and 100),
  per_second integer check (per_second > 0),
  per_hour integer check (per_hour > 0),
  per_day integer check (per_day > 0)
);
create unique index smtp_settings_key on smtp_settings (lower(key));
create unique index smtp_settings_one_default on smtp_settings (is_default) where is_default;

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
  created_at timestamptz not null default now(),
  -- `mail`: e-mail to SMS. `http`: a request for each SMS. `smpp`: a lasting link to an SMSC. `file`: stored for
  -- reading, in the demo.
  kind text not null default 'mail' check (kind in ('mail', 'http', 'smpp', 'file')),
  -- The sender of SMS without one of their own: a number, or at most eleven letters and digits.
  sender text not null default '',
  -- Of kind `mail`: SMS go to the digits of their number at this domain, by default the host.
  domain text not null default '',
  -- Of kind `http`: the vendor whose request is known, or the request of the columns that follow.
  preset text not null default 'other',
  method text not null default 'POST' check (method in ('POST', 'PUT', 'GET')),
  path text not null default '',
  headers text not null default '',
  body text not null default '',
  -- The places of values in the response, a receipt and an inbound text: names joined by dots.
  id_path text not null default '',
  receipt_id_path text not null default '',
  receipt_status_path text not null default '',
  delivered_values text not null default '',
  undelivered_values text not null default '',
  inbound_from_path text not null default '',
  inbound_text_path text not null default '',
  -- Authenticates receipts and inbound texts: part of their address. Encrypted as the password.
  hook_secret bytea,
  purposes text[] not null default '{visit,campaign}' check (purposes <@ '{visit,campaign}'),
  position integer not null default 100,
  max_connections integer not null default 10 check (max_connections between 1 and 100),
  -- Parts of SMS.
  per_second integer check (per_second > 0),
  per_hour integer check (per_hour > 0),
  per_day integer check (per_day > 0),
  system_type text not null default '',
  -- Type and plan of the sender's number; `auto`: by its shape.
  source_ton text not null default 'auto',
  source_npi text not null default 'auto',
  -- The encoding of texts of the GSM alphabet.
  data_coding text not null default 'gsm' check (data_coding in ('gsm', 'ucs2')),
  -- In which notation responses and receipts name an SMS.
  message_ids text not null default 'same'
    check (message_ids in ('same', 'hexInResponse', 'decimalInResponse')),
  -- Requests without a response at one time.
  window_size integer not null default 10 check (window_size between 1 and 100)
);
create unique index sms_gateways_key on sms_gateways (lower(key));
create unique index sms_gateways_one_default on sms_gateways (is_default) where is_default;

create table sms_messages (
  id uuid primary key references deliveries on delete cascade,
  company_id uuid references companies on delete cascade,
  location_id uuid,
  visit_id uuid,
  -- Empty: the sender of the gateway.
  from_sms text not null default '',
  -- E.164, and as it was typed.
  to_sms text not null,
  typed text not null default '',
  -- The kind of the text, or the name of the campaign.
  subject text not null,
  message text not null,
  created_at timestamptz not null,
  -- The text that a search reads, without the tokens of links.
  words text not null generated always as (folded(from_sms || chr(10) || to_sms || chr(10) || typed || chr(10) || subject
    || chr(10) || mask_links(message))) stored,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  foreign key (company_id, visit_id) references visits (company_id, id) on delete set null (visit_id)
);
create index sms_messages_company on sms_messages (company_id, created_at desc, id);
create index sms_messages_created on sms_messages (created_at desc, id desc);
create index sms_messages_visit on sms_messages (company_id, visit_id) where visit_id is not null;
create index sms_messages_location on sms_messages (location_id) where location_id is not null;
create index sms_messages_words on sms_messages using gin (words gin_trgm_ops);
create index sms_messages_to on sms_messages (folded(to_sms), id) include (created_at, to_sms);
create index sms_messages_subject on sms_messages (folded(subject), id) include (created_at, subject);
-- The lists of a company by recipient and subject: the indexes of all companies read the messages of the others in
-- vain.
create index sms_messages_company_to on sms_messages (company_id, folded(to_sms), id) include (created_at);
create index sms_messages_company_subject on sms_messages (company_id, folded(subject), id) include (created_at);
alter table sms_messages alter column words set statistics 1000;
call guard_company_table('sms_messages');

-- Receipts of providers that wait for their delivery: each is written here first, and deleted once it is applied. One
-- that comes before the response is applied after it; an unknown one is deleted after a day.
create table unmatched_receipts (
  id uuid primary key,
  gateway_id uuid not null references sms_gateways on delete cascade,
  provider_ref text not null default '',
  -- Our own identifier, where the provider returns it.
  delivery_id uuid,
  state text not null check (state in ('delivered', 'undelivered')),
  answer text not null default '',
  created_at timestamptz not null
);
create index unmatched_receipts_created on unmatched_receipts (created_at);
create index unmatched_receipts_gateway on unmatched_receipts (gateway_id);

-- Texts that people sent to a gateway.
create table inbound_messages (
  id uuid primary key,
  gateway_id uuid references sms_gateways on delete set null,
  -- Of the last SMS to that number; null where there is none.
  company_id uuid references companies on delete cascade,
  from_sms text not null,
  message text not null,
  meaning text not null default '' check (meaning in ('', 'stop', 'start')),
  created_at timestamptz not null
);
create index inbound_messages_created on inbound_messages (created_at desc, id);
create index inbound_messages_gateway on inbound_messages (gateway_id) where gateway_id is not null;
create index inbound_messages_company on inbound_messages (company_id, created_at desc, id desc)
  where company_id is not null;
call guard_company_reading('inbound_messages');

-- When the administrators of a company were last notified that its deposit does not pay for an SMS.
create table sms_funds_notices (
  company_id uuid primary key references companies on delete cascade,
  notified_at timestamptz not null
);
call guard_company_reading('sms_funds_notices');

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

-- A browser's push subscription (RFC 8030) or the token of another service. Its bearer can send messages, so it is
-- encrypted.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  token bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  -- The host of the push service, for the log of attempts. Empty where it is unknown.
  host text not null default ''
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at desc);

-- One key pair for all processes. Browsers subscribe with its public part, so it must not change.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);

-- The content of a delivery of medium `push`. The text is that of the feed item.
create table push_messages (
  id uuid primary key references deliveries on delete cascade,
  company_id uuid not null,
  reminder_id uuid not null,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  foreign key (company_id, reminder_id) references reminders on delete cascade
);
create index push_messages_reminder on push_messages (company_id, reminder_id);
create index push_messages_subscription on push_messages (subscription_id);
call guard_company_table('push_messages');

-- The mailboxes that receive bounces.
create table bounce_mailboxes (
  id uuid primary key,
  key text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  -- TLS from the first byte on port 993, else STARTTLS.
  ssl boolean not null default true,
  user_name text not null default '',
  -- Sealed (server/lib/secrets).
  password bytea,
  folder text not null default 'INBOX',
  -- Where messages go that were read; empty: they stay, marked as read.
  moved_to text not null default '',
  -- The envelope sender: `bounces@example.org` gets a signature after a plus sign, a domain takes it as the local part.
  address text not null default '',
  active boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index bounce_mailboxes_key on bounce_mailboxes (lower(key));
create index bounce_mailboxes_host on bounce_mailboxes (host);

-- How far a mailbox has been read. Reading is no change of its settings.
create table bounce_readings (
  mailbox_id uuid primary key references bounce_mailboxes on delete cascade,
  uid_validity bigint not null default 0,
  last_uid bigint not null default 0,
  read_at timestamptz,
  -- Why the last attempt failed; empty when it did not.
  problem text not null default ''
);

-- Announcements of operators to everyone, or to the people of one company. The feed items derive their ids from it.
create table announcements (
  id uuid primary key,
  -- Null: everyone.
  to_company_id uuid references companies on delete cascade,
  -- By language; each person gets that of their own, else the English one, else any.
  texts jsonb not null check (jsonb_typeof(texts) = 'object' and texts <> '{}'),
  link text not null default '',
  recipients integer not null default 0,
  -- The operator; null when the account is deleted.
  user_id uuid references users on delete set null,
  created_at timestamptz not null
);
create index announcements_created on announcements (created_at desc, id desc);
create index announcements_company on announcements (to_company_id) where to_company_id is not null;
create index announcements_user on announcements (user_id) where user_id is not null;

-- The person who asked for a run of a job, and gets a feed item when it has ended.
create table job_askers (
  job_id uuid not null,
  -- Where the person asked from: the feed that the item belongs to.
  asker_company_id uuid not null,
  user_id uuid not null,
  asked_at timestamptz not null,
  primary key (job_id, asker_company_id, user_id),
  foreign key (asker_company_id, user_id) references employees on delete cascade
);
create index job_askers_person on job_askers (asker_company_id, user_id);
