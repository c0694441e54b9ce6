-- The public site: banners, feedback, and legal texts with the agreements to them.

create table banners (
  id uuid primary key,
  title text not null,
  description text not null default '',
  link text not null default '',
  image_link text not null default '',
  file_id uuid references files on delete set null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  active boolean not null default false
);
create index banners_active on banners (period_end) where active;
grant select on banners to daybook_company;

create table banner_visits (
  banner_id uuid not null references banners on delete cascade,
  day date not null,
  visits integer not null default 1,
  primary key (banner_id, day)
);

create table feedback (
  id uuid primary key,
  type text not null check (type in ('happy', 'question', 'bug')),
  message text not null,
  name text not null default '',
  e_mail text not null default '',
  user_id uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index feedback_created on feedback (created_at desc, id desc);
-- Deleting an account looks for its feedback.
create index feedback_user on feedback (user_id) where user_id is not null;
grant insert on feedback to daybook_company;

-- Terms, privacy policy and cookies policy by language. The highest version is in force; published versions never
-- change.
create table legal_texts (
  kind text not null check (kind in ('terms', 'privacy', 'cookies')),
  language text not null references languages (key),
  version integer not null,
  html text not null,
  created_at timestamptz not null default now(),
  primary key (kind, language, version)
);
grant select on legal_texts to daybook_company;

-- An agreement of a user: to which version of which text, in the language in which they read it.
create table user_agreements (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'privacy', 'cookies')),
  language text not null,
  version integer not null,
  agreed_at timestamptz not null,
  primary key (user_id, kind, language, version)
);
grant select on user_agreements to daybook_company;

-- Returns whether a user agreed to the newest version of a text in the language in which they agreed. A newer version
-- asks again; a change of language does not.
create function has_agreed(person uuid, text_kind text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from user_agreements a
    where a.user_id = person and a.kind = text_kind and a.version >= coalesce(
      (select max(t.version) from legal_texts t where t.kind = text_kind and t.language = a.language), 0))
$$;
