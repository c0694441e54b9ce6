-- Links in mails about accounts, the answers to captchas that were used, and the secrets that processes share.

alter table action_links
  alter column company_id drop not null,
  add user_id uuid references users on delete cascade,
  -- Whom an invitation is for.
  add e_mail text not null default '',
  drop constraint action_links_purpose_check,
  add constraint action_links_purpose check (
    (purpose = 'appointment' and company_id is not null) or
    (purpose in ('verify', 'recover') and user_id is not null and event_id is null) or
    (purpose = 'invite' and company_id is not null and e_mail <> '' and event_id is null));
create index action_links_user on action_links (user_id);
create unique index action_links_invitation on action_links (company_id, lower(e_mail)) where purpose = 'invite';

-- Where the person who is invited shall work.
create table invitation_locations (
  company_id uuid not null,
  token_hash bytea not null references action_links on delete cascade,
  location_id uuid not null,
  primary key (company_id, token_hash, location_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create index invitation_locations_location on invitation_locations (company_id, location_id);
call guard_company_table('invitation_locations');

-- A solved captcha opens one door once; rows are forgotten when the challenge would have expired anyway.
create table used_captchas (
  answer_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_captchas_expiry on used_captchas (expires_at);

-- Secrets that all processes on this database share and nobody is ever answered.
create table server_secrets (
  name text primary key,
  value bytea not null
);
