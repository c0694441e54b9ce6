-- What push messages are sent to, and a calendar that stays when its person leaves.

-- A browser's subscription (RFC 8030), or another service's token. It lets whoever holds it send, so it is kept sealed.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  token bytea not null,
  user_agent text not null default '',
  created_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id, created_at desc);

-- What was booked with somebody belongs to the company, also when he is gone.
alter table calendars alter user_id drop not null;
alter table calendars drop constraint calendars_company_id_user_id_fkey;
alter table calendars add foreign key (company_id, user_id) references employees on delete set null (user_id);

-- Nobody could register before addresses were verified by a link: these accounts are the operator's own and the demo's.
update users set e_mail_verified_at = now() where e_mail_verified_at is null and log_in like '%@daybook.test';

-- One key pair for all processes; browsers subscribe for its public part, so it must not change.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key bytea not null,
  created_at timestamptz not null
);
