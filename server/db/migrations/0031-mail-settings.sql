-- Mail servers that the operator sets while the product runs, and the texts of mails that were changed.

create table smtp_settings (
  id uuid primary key,
  key text not null,
  host text not null,
  port integer not null default 25 check (port between 1 and 65535),
  ssl boolean not null default false,
  -- Milliseconds.
  time_out integer not null default 10000 check (time_out between 1000 and 60000),
  use_default_credentials boolean not null default false,
  user_name text not null default '',
  -- Encrypted with the key of the installation (server/lib/secrets/secret-box.ts); null: there is none.
  password bytea,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index smtp_settings_key on smtp_settings (lower(key));
create unique index smtp_settings_one_default on smtp_settings (is_default) where is_default;
-- The worker looks for its mail server whenever it is woken.
create trigger smtp_settings_changed after insert or update or delete on smtp_settings
  for each statement execute function notify_email_queued();

-- What was changed in the words of mails; what is not here reads as it was delivered.
create table message_templates (
  key text not null,
  language text not null,
  template text not null,
  changed_at timestamptz not null,
  primary key (key, language)
);

-- What was changed in a kind of mail, for all companies or (company_id) for one.
create table email_templates (
  id uuid primary key,
  company_id uuid references companies on delete cascade,
  key text not null,
  language text not null,
  subject text not null,
  body text not null,
  from_e_mail text not null default '',
  to_e_mail text not null default '',
  bcc_e_mail text not null default '',
  changed_at timestamptz not null,
  unique nulls not distinct (company_id, key, language)
);
call guard_company_table('email_templates');
-- What is for all companies may be read by each.
create policy for_all on email_templates for select to daybook_company using (company_id is null);
grant select on message_templates to daybook_company;
