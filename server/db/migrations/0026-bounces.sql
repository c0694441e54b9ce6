-- Problems of deliveries that a person settles, and mail that comes back: the mailboxes that are read for it
-- (docs/decisions/0058-mail-that-comes-back.md).

alter table deliveries
  -- A person has given it up: it is no problem any more.
  add column given_up_at timestamptz,
  -- Its cause has been told that it came back, such as the employee who expects the customer.
  add column told_at timestamptz;
update deliveries set told_at = settled_at where reason = 'bounced';

drop index deliveries_problems;
create index deliveries_problems on deliveries (created_at desc, id desc)
  where given_up_at is null
    and (state in ('failed', 'undelivered', 'uncertain', 'expired', 'held') or state = 'queued' and reason <> '');
create index deliveries_problems_company on deliveries (company_id, created_at desc, id desc)
  where given_up_at is null
    and (state in ('failed', 'undelivered', 'uncertain', 'expired', 'held') or state = 'queued' and reason <> '');
create index deliveries_untold on deliveries (settled_at) where told_at is null and reason in ('bounced', 'returned');
-- The addresses of a company that a suppression may be about.
create index deliveries_unreached on deliveries (company_id, address)
  where state in ('suppressed', 'undelivered') or reason in ('bounced', 'returned');

-- A mailbox that does not exist is suppressed for all companies. Those that wrote to it see that, and may allow it again.
create policy of_recipients on suppressions to daybook_company using (
  company_id is null and reason = 'bounce' and exists (
    select from deliveries d
    where d.company_id = current_company() and d.address = suppressions.address and d.medium = suppressions.medium
      and (d.state in ('suppressed', 'undelivered') or d.reason in ('bounced', 'returned'))));

-- The mailboxes that receive what comes back.
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
call watch_table('bounce_mailboxes', audited => true, published => true);

-- How far a mailbox has been read. Reading is no change of its settings.
create table bounce_readings (
  mailbox_id uuid primary key references bounce_mailboxes on delete cascade,
  uid_validity bigint not null default 0,
  last_uid bigint not null default 0,
  read_at timestamptz,
  -- Why the last attempt failed; empty when it did not.
  problem text not null default ''
);
