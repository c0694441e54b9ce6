-- Sessions, links in mails, second factors, and sign-in with other sites. What belongs to an account rather than to a
-- company is invisible to company-scoped requests.

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
  foreign key (company_id, location_id) references locations (company_id, id) on delete set null (location_id)
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_return_to on sessions (return_to);
call guard_company_table('sessions');

-- Processes cache sessions for a moment, so they are notified of a new token or location as of an end.
create trigger sessions_changed after delete or update of expires_at, locked_at, company_id, location_id, token_hash on sessions
  for each row execute function notify_rights_change();

-- A random token in a mail. It lets the reader act on one record for one purpose.
create table action_links (
  token_hash bytea primary key,
  purpose text not null,
  company_id uuid references companies on delete cascade,
  event_id uuid,
  user_id uuid references users on delete cascade,
  -- The address of the invited person.
  e_mail text not null default '',
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  foreign key (company_id, event_id) references events (company_id, id) on delete cascade,
  constraint action_links_purpose check (
    (purpose = 'appointment' and company_id is not null) or
    (purpose in ('verify', 'recover') and user_id is not null and event_id is null) or
    (purpose = 'invite' and company_id is not null and e_mail <> '' and event_id is null))
);
create index action_links_event on action_links (company_id, event_id);
create index action_links_expiry on action_links (expires_at);
create index action_links_user on action_links (user_id);
create unique index action_links_invitation on action_links (company_id, lower(e_mail)) where purpose = 'invite';
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
