-- What a person agreed to: which version of which text, in which language he read it, and when.

create table user_agreements (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('terms', 'privacy')),
  language text not null,
  version integer not null,
  agreed_at timestamptz not null,
  primary key (user_id, kind, language, version)
);
grant select on user_agreements to daybook_company;

insert into user_agreements (user_id, kind, language, version, agreed_at)
select id, 'terms', 'en', 1, terms_and_conditions_at from users where terms_and_conditions_at is not null
union all
select id, 'privacy', 'en', 1, privacy_policy_at from users where privacy_policy_at is not null;

alter table users drop column terms_and_conditions_at, drop column privacy_policy_at;

-- Whether he has agreed to the newest version of the text in the language in which he agreed: another language does not ask
-- him anew, a newer version does.
create function has_agreed(person uuid, what text) returns boolean language sql stable parallel safe as $$
  select exists (
    select from user_agreements a
    where a.user_id = person and a.kind = what and a.version >= coalesce(
      (select max(t.version) from legal_texts t where t.kind = what and t.language = a.language), 0))
$$;
