-- The customers of a company: preferences, tags, consent, merges, and the figures of their visits.

-- Families share an address.
drop index contacts_e_mail;
drop index contacts_search;
drop index contacts_name;

alter table contacts
  -- The language of messages to the customer; empty while unknown.
  add column language text not null default '',
  add column birthday date,
  add column notes text not null default '',
  add column preferred_channel text not null default '' check (preferred_channel in ('', 'email', 'sms', 'none')),
  -- A merged contact stays, so that the merge can be undone; only the contact it was merged into is listed.
  add column merged_into uuid,
  add column created_by uuid references users on delete set null,
  -- Written only by the verb that changes the state of a visit, and by recount_contacts.
  add column visits_count integer not null default 0,
  add column last_visit timestamptz,
  add column next_visit timestamptz,
  add column no_shows integer not null default 0,
  add column spent numeric(12,2) not null default 0,
  -- E.164; the digits alone where the country is unknown.
  add column phone_key text not null default '',
  -- Compared by their index under row-level security, which lower() and folded() are not.
  add column e_mail_key text not null generated always as (lower(e_mail)) stored,
  add column name_key text not null generated always as (folded(name)) stored,
  -- The folded name, address, number, tags and notes, one per line.
  add column search_text text not null default '',
  -- Its name sorts before the foreign keys of contact_merges: an undo of a deletion restores in this order.
  add constraint contact_merged_into foreign key (company_id, merged_into) references contacts on delete cascade,
  add check (merged_into <> id);

create table contact_tags (
  company_id uuid not null,
  contact_id uuid not null,
  tag text not null check (tag <> ''),
  primary key (company_id, contact_id, tag),
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index contact_tags_tag on contact_tags (company_id, tag);
call guard_company_table('contact_tags');

create function set_contact_search_text() returns trigger language plpgsql as $$
declare
  tags text;
begin
  -- A new contact has no tags yet.
  if tg_op = 'UPDATE' then
    select string_agg(t.tag, chr(10) order by t.tag) into tags from contact_tags t
    where t.company_id = new.company_id and t.contact_id = new.id;
  end if;
  new.search_text := folded(concat_ws(chr(10), new.name, new.e_mail, new.phone_number, new.phone_key, tags, nullif(new.notes, '')));
  return new;
end $$;
create trigger contacts_search_text before insert or update of name, e_mail, phone_number, phone_key, notes, search_text on contacts
  for each row execute function set_contact_search_text();

create function renew_contact_search_text() returns trigger language plpgsql as $$
begin
  update contacts c set search_text = '' from (select distinct company_id, contact_id from changed) t
  where c.company_id = t.company_id and c.id = t.contact_id;
  return null;
end $$;
create trigger contact_tags_inserted after insert on contact_tags referencing new table as changed
  for each statement execute function renew_contact_search_text();
create trigger contact_tags_deleted after delete on contact_tags referencing old table as changed
  for each statement execute function renew_contact_search_text();

-- Fills the search text as well.
update contacts set phone_key = case when phone_number ~ '^\s*(\+|00)' then '+' else '' end
  || regexp_replace(regexp_replace(phone_number, '^\s*00', ''), '\D', '', 'g');
update contacts set phone_key = '' where phone_key = '+';

create index contacts_search on contacts using gin (search_text gin_trgm_ops);
-- The orders of the list.
create index contacts_name on contacts (company_id, name_key, id) where merged_into is null;
create index contacts_last_visit on contacts (company_id, last_visit desc nulls last, id desc) where merged_into is null;
create index contacts_next_visit on contacts (company_id, next_visit desc nulls last, id desc) where merged_into is null;
create index contacts_visits on contacts (company_id, visits_count, id) where merged_into is null;
create index contacts_created on contacts (company_id, created_at, id) where merged_into is null;
-- Whom a booking belongs to.
create index contacts_e_mail on contacts (company_id, e_mail_key) where e_mail_key <> '';
create index contacts_phone on contacts (company_id, phone_key) where phone_key <> '';
create index contacts_merged on contacts (company_id, merged_into) where merged_into is not null;
create index contacts_created_by on contacts (company_id, created_by) where created_by is not null;
create index contacts_creator on contacts (created_by) where created_by is not null;
update table_settings set is_sync = true where name = 'contacts';

-- Whether a customer agrees to advertising on a channel: rows are only added, the newest of a channel counts.
create table consents (
  company_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  channel text not null check (channel in ('email', 'sms')),
  is_given boolean not null,
  source text not null check (source in ('booking', 'staff', 'import', 'link')),
  -- The employee who recorded it; null when the customer did.
  user_id uuid references users on delete set null,
  -- The text that the customer agreed to, in their language.
  shown_text text not null default '',
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade
);
create index consents_contact on consents (company_id, contact_id, created_at);
create index consents_user on consents (user_id) where user_id is not null;
call guard_company_table('consents');
revoke update on consents from daybook_company;
-- A merge moves them.
grant update (company_id, contact_id) on consents to daybook_company;

create table contact_merges (
  company_id uuid not null,
  id uuid not null,
  -- The contact that stays, and the one that was merged into it.
  contact_id uuid not null,
  merged_id uuid not null,
  user_id uuid references users on delete set null,
  created_at timestamptz not null,
  -- { events, consents: the ids that were moved; tags: those that were added; before, after: the changed fields }
  moved jsonb not null,
  undone_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts on delete cascade,
  foreign key (company_id, merged_id) references contacts on delete cascade
);
create index contact_merges_contact on contact_merges (company_id, contact_id);
create index contact_merges_merged on contact_merges (company_id, merged_id);
create index contact_merges_user on contact_merges (user_id) where user_id is not null;
call guard_company_table('contact_merges');

-- Counts the visits of contacts again, as of an instant; all of the company's when `ids` is null.
create function recount_contacts(company uuid, ids uuid[], at timestamptz) returns void language sql
  set search_path = public, pg_temp as $$
  update contacts c set visits_count = coalesce(f.visits, 0), last_visit = f.last_visit, next_visit = f.next_visit
  from contacts k
  left join (
    select v.contact_id, count(*) filter (where v.status = 'confirmed' and v.start_at <= at)::integer as visits,
      max(v.start_at) filter (where v.status = 'confirmed' and v.start_at <= at) as last_visit,
      min(v.start_at) filter (where v.status in ('requested', 'confirmed') and v.start_at > at) as next_visit
    from events v where v.company_id = company and v.contact_id is not null and (ids is null or v.contact_id = any(ids))
    group by v.contact_id) f on f.contact_id = k.id
  where k.company_id = company and (ids is null or k.id = any(ids)) and c.company_id = k.company_id and c.id = k.id
$$;
select recount_contacts(id, null, now()) from companies;

-- Everyone may search the names, addresses and numbers of all customers; tags and notes are searched in the list only.
create or replace function find_contacts(patterns text[], bound integer) returns setof contacts
  language plpgsql stable security definer rows 100
  set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  longest text := (select p from unnest(patterns) p order by length(p) desc limit 1);
begin
  return query select * from contacts c
    where c.company_id = current_company() and c.merged_into is null
      -- Implied by the next condition, but served by the index.
      and c.search_text like longest
      and folded(c.name || ' ' || c.e_mail || ' ' || c.phone_number || ' ' || c.phone_key) like all(patterns)
    order by c.name_key, c.id limit bound;
end $$;
