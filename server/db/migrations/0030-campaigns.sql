-- Campaigns by e-mail and SMS: whom they reach, what was sent to whom, visits to their links, and the consent that they
-- need.

-- A consent given by a customer counts once their address was proved by a link; one that employees recorded, at once.
alter table consents add column proved_at timestamptz;
alter table contacts
  -- Kept by the triggers below. `pending`: given, but the address is not proved yet.
  add column mail_consent text not null default '' check (mail_consent in ('', 'pending', 'given', 'withdrawn')),
  add column sms_consent text not null default '' check (sms_consent in ('', 'pending', 'given', 'withdrawn'));
update consents s set proved_at = s.created_at
  from contacts c where c.company_id = s.company_id and c.id = s.contact_id
    and (s.source <> 'booking' or not s.is_given or is_address_proved(c.e_mail));

-- What the consents of a contact say of one channel: nothing given counts before the last withdrawal, and what is not
-- proved never lifts one.
create function consent_state(company uuid, contact uuid, of_channel text) returns text language sql stable
  set search_path = public, pg_temp as $$
  select case
    when coalesce(bool_or(s.is_given and s.proved_at is not null
      and (w.at is null or s.created_at > w.at)), false) then 'given'
    when w.at is not null then 'withdrawn'
    when coalesce(bool_or(s.is_given), false) then 'pending'
    else '' end
  from (select) one
  cross join lateral (
    select max(created_at) as at from consents
    where company_id = company and contact_id = contact and channel = of_channel and not is_given) w
  left join consents s on s.company_id = company and s.contact_id = contact and s.channel = of_channel
  group by w.at
$$;

create function renew_contact_consents() returns trigger language plpgsql as $$
begin
  update contacts c set mail_consent = s.mail, sms_consent = s.sms
  from (
    select t.company_id, t.contact_id, consent_state(t.company_id, t.contact_id, 'email') as mail,
      consent_state(t.company_id, t.contact_id, 'sms') as sms
    from (select distinct company_id, contact_id from changed) t) s
  where c.company_id = s.company_id and c.id = s.contact_id
    and (c.mail_consent, c.sms_consent) is distinct from (s.mail, s.sms);
  return null;
end $$;
create trigger consents_inserted after insert on consents referencing new table as changed
  for each statement execute function renew_contact_consents();
create trigger consents_deleted after delete on consents referencing old table as changed
  for each statement execute function renew_contact_consents();
create trigger consents_moved_to after update on consents referencing new table as changed
  for each statement execute function renew_contact_consents();
create trigger consents_moved_from after update on consents referencing old table as changed
  for each statement execute function renew_contact_consents();
alter table contacts disable trigger data_audit;
alter table contacts disable trigger data_sync;
update contacts c set mail_consent = consent_state(c.company_id, c.id, 'email'),
    sms_consent = consent_state(c.company_id, c.id, 'sms')
  where exists (select from consents s where s.company_id = c.company_id and s.contact_id = c.id);
-- As the operator has set them.
update table_settings set is_sync = is_sync where name = 'contacts';

-- Beside consent, a company may declare that it writes to those who were its customers; each message says how to end it.
create table marketing_settings (
  company_id uuid primary key references companies on delete cascade,
  customers_by_mail boolean not null default false,
  customers_by_sms boolean not null default false,
  user_id uuid references users on delete set null,
  declared_at timestamptz not null
);
create index marketing_settings_user on marketing_settings (user_id) where user_id is not null;
call guard_company_table('marketing_settings');

create table campaigns (
  company_id uuid not null references companies on delete cascade,
  -- Unique over both media.
  id uuid not null unique,
  medium text not null check (medium in ('mail', 'sms')),
  name text not null,
  subject text not null default '',
  -- The content of an e-mail: contract/campaigns/blocks.ts.
  blocks jsonb not null default '[]',
  -- The blocks as HTML, or the SMS.
  message text not null default '',
  -- The plain part of an e-mail, where it is not made from the blocks.
  text text not null default '',
  language text not null default 'en',
  -- contract/campaigns/audience.ts.
  audience jsonb not null default '{}',
  -- That of the days of its facts.
  time_zone text not null default 'UTC',
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- Runs within the period; newcomers are included.
  started boolean not null default false,
  -- Is sent once, now.
  sending boolean not null default false,
  -- When the audience was read last, since it was started or sent.
  snapshot_at timestamptz,
  -- What was sent counts, and its links go on working.
  deleted_at timestamptz,
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (company_id, id),
  check (period_start < period_end)
);
create index campaigns_list on campaigns (company_id, medium, created_at desc, id desc) where deleted_at is null;
create index campaigns_running on campaigns (id) where started or sending;
create index campaigns_user on campaigns (user_id) where user_id is not null;
call guard_company_table('campaigns');
call watch_table('campaigns', audited => true, published => true);

-- The audience as it was when it was read: each contact once.
create table campaign_recipients (
  company_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  -- Null after the contact was deleted.
  contact_id uuid,
  -- Folded as those of deliveries are.
  address text not null,
  language text not null default '',
  basis text not null default '' check (basis in ('', 'consent', 'customer')),
  -- Why nothing is sent.
  left_out text check (left_out in ('withdrawn', 'suppressed', 'preference', 'frequency', 'duplicate', 'changed',
    'number')),
  delivery_id uuid,
  -- Of the links in the message.
  token_hash bytea,
  sent_at timestamptz,
  -- The day of sent_at in the zone of the campaign.
  day date,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, campaign_id, contact_id),
  foreign key (company_id, campaign_id) references campaigns on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id)
);
create unique index campaign_recipients_address on campaign_recipients (company_id, campaign_id, address)
  where left_out is null;
create unique index campaign_recipients_delivery on campaign_recipients (delivery_id) where delivery_id is not null;
create unique index campaign_recipients_token on campaign_recipients (token_hash) where token_hash is not null;
create index campaign_recipients_waiting on campaign_recipients (company_id, campaign_id, id)
  where left_out is null and delivery_id is null;
create index campaign_recipients_contact on campaign_recipients (company_id, contact_id, sent_at) where contact_id is not null;
create index campaign_recipients_day on campaign_recipients (company_id, day) where day is not null;
call guard_company_table('campaign_recipients');

-- The links of a campaign; a position is never used for another address.
create table campaign_links (
  company_id uuid not null,
  campaign_id uuid not null,
  position integer not null,
  url text not null,
  primary key (company_id, campaign_id, position),
  unique (company_id, campaign_id, url),
  foreign key (company_id, campaign_id) references campaigns on delete cascade
);
call guard_company_table('campaign_links');

-- Requests of links. Neither the address of the network nor the user agent is stored.
create table campaign_visits (
  company_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  recipient_id uuid not null,
  link integer not null,
  -- A person navigated there; else a scanner of mail followed it.
  is_person boolean not null,
  day date not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, campaign_id) references campaigns on delete cascade,
  foreign key (company_id, recipient_id) references campaign_recipients on delete cascade
);
create index campaign_visits_campaign on campaign_visits (company_id, campaign_id);
create index campaign_visits_recipient on campaign_visits (company_id, recipient_id, created_at);
create index campaign_visits_day on campaign_visits (company_id, day);
call guard_company_table('campaign_visits');

-- The visit to a link from which the booking came; only those of seven days before count.
alter table visits add column came_through uuid;
create index visits_came_through on visits (company_id, came_through) where came_through is not null;

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
alter table email_messages
  add column content_id uuid,
  -- Values for the placeholders of the content.
  add column fields jsonb,
  -- Further headers.
  add column headers jsonb,
  add foreign key (company_id, content_id) references message_contents (company_id, id) on delete set null (content_id);
create index email_messages_content on email_messages (company_id, content_id) where content_id is not null;

-- Fills the placeholders of a shared content, for the lists of messages: the values are escaped.
create function fill_content(content text, fields jsonb) returns text language plpgsql immutable parallel safe as $$
declare
  field record;
begin
  for field in select key, value from jsonb_each_text(fields) loop
    content := replace(content, '{{' || field.key || '}}',
      replace(replace(replace(replace(field.value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'));
  end loop;
  return content;
end $$;

-- What was started or is to be sent begins at once. Companies do not write the table of jobs.
create function ask_for_campaigns() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update jobs set run_asked_at = now() where name = 'campaigns';
  perform pg_notify('daybook_jobs', '');
  return null;
end $$;
create trigger campaigns_asked after update of started, sending on campaigns
  for each row when (new.started and not old.started or new.sending and not old.sending) execute function ask_for_campaigns();
