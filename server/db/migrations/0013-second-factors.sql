-- Ways to prove who one is, beside the password: an authenticator app with recovery codes, and passkeys. They belong to the
-- account, not to a company, so that company-scoped requests see nothing of them.

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- Sealed: it must be read back to check a code.
  secret bytea not null,
  -- The last time step whose code was used; each is taken once.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  -- Null while it is being set up.
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

-- What was asked of a browser or of another site and must come back once, soon.
create table sign_in_challenges (
  hash bytea primary key,
  purpose text not null,
  user_id uuid references users on delete cascade,
  content jsonb not null default '{}',
  expires_at timestamptz not null
);
create index sign_in_challenges_expires on sign_in_challenges (expires_at);
create index sign_in_challenges_user on sign_in_challenges (user_id);
