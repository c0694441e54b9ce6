-- Who somebody is at another site that he may sign in with: the site and its name for him, which never changes.
create table user_identities (
  provider text not null check (provider in ('google', 'linkedin', 'facebook')),
  subject text not null,
  user_id uuid not null references users on delete cascade,
  e_mail text not null default '',
  created_at timestamptz not null,
  primary key (provider, subject),
  unique (user_id, provider)
);
