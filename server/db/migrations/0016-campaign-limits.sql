-- Mails of campaigns have a limit by company and day, and consent that a company claims is not a proved one.

-- A registered company begins low; the limit grows with what was delivered. Those that exist begin high.
alter table companies
  add column campaign_mails_per_day integer not null default 200 check (campaign_mails_per_day >= 0),
  -- When the limit changed last, by itself or by an operator; null: when the company was created.
  add column campaign_mails_changed_at timestamptz;
update companies set campaign_mails_per_day = 20000;

-- Until then, the message of a recipient waits because its address has had its campaigns of the day.
alter table campaign_recipients add column waits_until timestamptz;

-- Mailboxes that do not exist, by which the limit of a company shrinks.
create index deliveries_campaign_bounced on deliveries (company_id, settled_at)
  where queue = 'mail:campaign' and reason = 'bounced';

-- Consents that employees recorded or imported count without proof. The triggers would store their old meaning.
alter table consents disable trigger user;
update consents set proved_at = null where is_given and source in ('staff', 'import') and proved_at is not null;
alter table consents enable trigger user;
comment on column consents.proved_at is
  'A consent given by a customer counts once a link proved their address. One that employees recorded or imported is '
  'claimed: it counts at once, without proof.';
