-- Sessions, links in mails, second factors, accounts of other sites, and limits of attempts. Records of an account
-- rather than of a company are invisible to company-scoped requests.

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  location_id uuid,
  remembered boolean not null default false,
  address text not null default '',
  user_agent text not null default '',
  created_at timestamptz not null,
  active_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set while the lock screen is shown.
  locked_at timestamptz,
  -- The operator or administrator who acts as this session's user.
  impersonator_id uuid references users on delete cascade,
  -- The impersonator's own session, which resumes when the impersonation ends.
  return_to uuid references sessions on delete cascade,
  foreign key (company_id, user_id) references employees on delete cascade,
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id),
  constraint sessions_impersonation check ((impersonator_id is null) = (return_to is null))
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_return_to on sessions (return_to);
call guard_company_table('sessions');

-- A random token in a mail. It lets the reader act on one record for one purpose.
create table action_links (
  token_hash bytea primary key,
  purpose text not null,
  company_id uuid references companies on delete cascade,
  user_id uuid references users on delete cascade,
  -- The address of the invited person.
  e_mail text not null default '',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Invitations are listed.
  id uuid not null default gen_random_uuid(),
  -- Links and mails name the visit.
  visit_id uuid,
  -- A link in a mail to a former address of a visit does nothing: the visit belongs to another customer, or the address
  -- was mistyped.
  is_revoked boolean not null default false,
  constraint action_links_of_company unique (company_id, token_hash),
  foreign key (company_id, visit_id) references visits (company_id, id) on delete cascade,
  constraint action_links_purpose check (
    (purpose = 'appointment' and company_id is not null) or
    (purpose in ('verify', 'recover') and user_id is not null and visit_id is null) or
    (purpose in ('invite', 'company') and company_id is not null and e_mail <> '' and visit_id is null))
);
create index action_links_expiry on action_links (expires_at);
create index action_links_user on action_links (user_id);
create unique index action_links_invitation on action_links (company_id, lower(e_mail)) where purpose = 'invite';
create unique index action_links_id on action_links (id);
create index action_links_visit on action_links (company_id, visit_id) where visit_id is not null;
call guard_company_table('action_links');

-- The locations where the invited person will work.
create table invitation_locations (
  company_id uuid not null,
  token_hash bytea not null references action_links on delete cascade,
  location_id uuid not null,
  primary key (company_id, token_hash, location_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create index invitation_locations_location on invitation_locations (company_id, location_id);
call guard_company_table('invitation_locations');

-- The rights of the invited person, besides those of every employee.
create table invitation_actions (
  company_id uuid not null references companies on delete cascade,
  token_hash bytea not null,
  action_id uuid not null references actions on delete cascade,
  primary key (company_id, token_hash, action_id),
  foreign key (company_id, token_hash) references action_links (company_id, token_hash) on delete cascade
);
create index invitation_actions_action on invitation_actions (action_id);
call guard_company_table('invitation_actions');

-- Addresses to which a link was sent and used. Only their hashes are stored.
create table proved_addresses (
  address_hash bytea primary key,
  proved_at timestamptz not null
);

-- Solved captchas, each valid once. Rows are deleted when the challenge would have expired anyway.
create table used_captchas (
  answer_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_captchas_expiry on used_captchas (expires_at);

-- Secrets that all processes on this database share. No call returns them.
create table server_secrets (
  name text primary key,
  value bytea not null
);

-- An authenticator app.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted, not hashed: checking a code needs it in the clear.
  secret bytea not null,
  -- The last time step whose code was used; a code is accepted once.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- Null during setup.
  confirmed_at timestamptz
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_user on passkeys (user_id, created_at);

-- A challenge that a browser or another site must return once, before it expires.
create table sign_in_challenges (
  hash bytea primary key,
  purpose text not null,
  user_id uuid references users on delete cascade,
  content jsonb not null default '{}',
  expires_at timestamptz not null
);
create index sign_in_challenges_expires on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id);

-- An account at another site that signs this user in: the site and its identifier of the user, which never changes.
create table user_identities (
  provider text not null check (provider in ('google', 'linkedin', 'facebook')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  e_mail text not null default '',
  created_at timestamptz not null,
  primary key (provider, subject),
  unique (user_id, provider)
);

-- Attempts at calls that are limited per address or account, shared by all processes. A window is a fixed slice of
-- time.
create table throttles (
  key text not null,
  window_start timestamptz not null,
  attempts integer not null default 1,
  primary key (key, window_start)
);
create index throttles_age on throttles (window_start);
