-- Campaigns: whom they reach, the links in them, and who followed these.

-- Beside consent, a company may declare that it writes to those who were its customers; each message says how to end
-- it.
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
  -- The zone of the days of its facts.
  time_zone text not null default 'UTC',
  period_start timestamptz not null,
  period_end timestamptz not null,
  -- Runs within the period; newcomers are included.
  started boolean not null default false,
  -- Is sent once, now.
  sending boolean not null default false,
  -- When the audience was read last, since it was started or sent.
  snapshot_at timestamptz,
  -- Messages that were sent count, and their links go on working.
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
  -- The reason why nothing is sent.
  left_out text check (left_out in ('withdrawn', 'suppressed', 'preference', 'frequency', 'duplicate', 'changed',
    'number')),
  delivery_id uuid,
  -- The token of the links in the message, hashed.
  token_hash bytea,
  sent_at timestamptz,
  -- The day of sent_at in the zone of the campaign.
  day date,
  unsubscribed_at timestamptz,
  created_at timestamptz not null,
  -- The latest time at which another campaign was sent to the customer in the week before the recipient was added. The
  -- weekly cap then reads only recipients with such a time. If `is_previous_known` is false (another message was under
  -- way, or customers were merged), the campaigns of the customer are counted instead.
  previous_at timestamptz,
  is_previous_known boolean not null default false,
  -- How many links the message of a recipient contains: a scanner follows all of them, and a campaign that was edited
  -- has further ones. Where it is null, the links of the campaign are counted.
  link_count integer,
  -- Whether `audience_facts.capped_until` includes this message. Counts read the recipients for which it does not.
  is_cap_stored boolean not null default false,
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
create index campaign_recipients_contact on campaign_recipients (company_id, contact_id, sent_at)
  where contact_id is not null;
-- Whether a campaign was sent within a week: the cap is only looked into where two were.
create index campaign_recipients_campaign_day on campaign_recipients (company_id, campaign_id, day)
  where day is not null;
create index campaign_recipients_day on campaign_recipients (company_id, day)
  include (campaign_id, contact_id, sent_at, left_out) where day is not null;
create index campaign_recipients_unknown on campaign_recipients (company_id, day)
  include (campaign_id, contact_id, sent_at)
  where left_out is null and not is_previous_known and day is not null;
create index campaign_recipients_unsent on campaign_recipients (company_id, campaign_id)
  include (contact_id, delivery_id, previous_at, is_previous_known) where sent_at is null and left_out is null;
create index campaign_recipients_cap on campaign_recipients (company_id, previous_at, id)
  include (campaign_id, contact_id, sent_at, day)
  where left_out is null and previous_at is not null and sent_at is not null and contact_id is not null and not is_cap_stored;
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

create table campaign_days (
  company_id uuid not null,
  campaign_id uuid not null,
  day date not null,
  sent integer not null,
  visited integer not null,
  foreign key (company_id, campaign_id) references campaigns on delete cascade
);
create index campaign_days_day on campaign_days (company_id, day) include (campaign_id, sent, visited);
create index campaign_days_campaign on campaign_days (company_id, campaign_id);
call guard_company_reading('campaign_days');

-- One row for each contact that is not merged into another. Triggers copy all columns from contacts, except
-- `capped_until`, which a job writes: server/campaigns/audience/store-caps.ts.
create table audience_facts (
  company_id uuid not null,
  id uuid not null,
  mail_hash bigint,
  sms_hash bigint,
  mail_standing integer not null,
  sms_standing integer not null,
  visits_count integer not null,
  last_visit timestamptz,
  next_visit timestamptz,
  language text not null,
  birthday_month integer,
  visited_ids uuid[],
  -- Until when the customer has had the campaigns of a week. Later campaigns may be missing: see `is_cap_stored` below.
  capped_until timestamptz,
  primary key (company_id, id),
  foreign key (company_id, id) references contacts on delete cascade
);
-- The addresses as numbers, in their order: those that are shared are next to each other.
create index audience_facts_mail on audience_facts (company_id, mail_hash) include (id, mail_standing, sms_standing,
  visits_count, birthday_month, capped_until, last_visit, next_visit, sms_hash, language, visited_ids);
call guard_company_table('audience_facts');
