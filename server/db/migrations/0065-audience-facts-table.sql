-- What a count of an audience reads of each customer, in one narrow table: docs/decisions/0094-audience-facts-table.md.

-- Whether a company may write to the customer. 0: it may not, or there is no address. 1 and 2: they were a customer, which
-- suffices where the company has declared so. 3 and 4: they agreed. 1 and 3: they prefer the other channel.
alter table contacts
  add column mail_standing integer not null generated always as (case
    when e_mail = '' or preferred_channel = 'none' or mail_consent = 'withdrawn' then 0
    when mail_consent = 'given' then case when preferred_channel = 'sms' then 3 else 4 end
    when visits_count > 0 then case when preferred_channel = 'sms' then 1 else 2 end
    else 0 end) stored,
  add column sms_standing integer not null generated always as (case
    -- A number without its country cannot be called from everywhere.
    when left(phone_key, 1) <> '+' or preferred_channel = 'none' or sms_consent = 'withdrawn' then 0
    when sms_consent = 'given' then case when preferred_channel = 'email' then 3 else 4 end
    when visits_count > 0 then case when preferred_channel = 'email' then 1 else 2 end
    else 0 end) stored,
  add column birthday_month integer generated always as (extract(month from birthday)::integer) stored;
drop index contacts_audience;

-- One row for each contact that is not merged into another. Triggers copy all columns from contacts, except `capped_until`,
-- which a job writes: server/campaigns/audience/store-caps.ts.
create table audience_facts (
  company_id uuid not null,
  id uuid not null,
  mail_hash bigint,
  sms_hash bigint,
  mail_standing integer not null,
  sms_standing integer not null,
  visits_count integer not null,
  last_visit timestamptz,
  next_visit timestamptz,
  language text not null,
  birthday_month integer,
  visited_ids uuid[],
  -- Until when the customer has had the campaigns of a week. Later campaigns may be missing: see `is_cap_stored` below.
  capped_until timestamptz,
  primary key (company_id, id),
  foreign key (company_id, id) references contacts on delete cascade
);
call guard_company_table('audience_facts');

insert into audience_facts (company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit,
  next_visit, language, birthday_month, visited_ids)
select company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit, next_visit, language,
  birthday_month, visited_ids
from contacts where merged_into is null;

-- The addresses as numbers, in their order: those that are shared are next to each other.
create index audience_facts_mail on audience_facts (company_id, mail_hash) include (id, mail_standing, sms_standing,
  visits_count, birthday_month, capped_until, last_visit, next_visit, sms_hash, language, visited_ids);

create function add_audience_facts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into audience_facts (company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit,
    next_visit, language, birthday_month, visited_ids)
  select company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit, next_visit, language,
    birthday_month, visited_ids
  from added where merged_into is null;
  return null;
end $$;
create trigger contacts_add_audience_facts after insert on contacts referencing new table as added
  for each statement execute function add_audience_facts();

create function update_audience_facts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.merged_into is not null then
    delete from audience_facts where company_id = new.company_id and id = new.id;
    return null;
  end if;
  insert into audience_facts (company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit,
    next_visit, language, birthday_month, visited_ids)
  values (new.company_id, new.id, new.mail_hash, new.sms_hash, new.mail_standing, new.sms_standing, new.visits_count,
    new.last_visit, new.next_visit, new.language, new.birthday_month, new.visited_ids)
  on conflict (company_id, id) do update set mail_hash = excluded.mail_hash, sms_hash = excluded.sms_hash,
    mail_standing = excluded.mail_standing, sms_standing = excluded.sms_standing, visits_count = excluded.visits_count,
    last_visit = excluded.last_visit, next_visit = excluded.next_visit, language = excluded.language,
    birthday_month = excluded.birthday_month, visited_ids = excluded.visited_ids;
  return null;
end $$;
create trigger contacts_update_audience_facts after update on contacts for each row
  when ((old.merged_into, old.mail_hash, old.sms_hash, old.mail_standing, old.sms_standing, old.visits_count, old.last_visit,
      old.next_visit, old.language, old.birthday_month, old.visited_ids)
    is distinct from (new.merged_into, new.mail_hash, new.sms_hash, new.mail_standing, new.sms_standing, new.visits_count,
      new.last_visit, new.next_visit, new.language, new.birthday_month, new.visited_ids))
  execute function update_audience_facts();

-- Whether `audience_facts.capped_until` includes this message. Counts read the recipients for which it does not.
alter table campaign_recipients add column is_cap_stored boolean not null default false;
drop index campaign_recipients_previous;
create index campaign_recipients_cap on campaign_recipients (company_id, previous_at, id)
  include (campaign_id, contact_id, sent_at, day)
  where left_out is null and previous_at is not null and sent_at is not null and contact_id is not null and not is_cap_stored;

-- So that the customers with a tag are read from the index alone.
drop index contact_tags_tag;
create index contact_tags_tag on contact_tags (company_id, tag, contact_id);
