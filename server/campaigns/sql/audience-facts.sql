-- Copies the fields of new contacts by which audiences are chosen.
create or replace function add_audience_facts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into audience_facts (company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit,
    next_visit, language, birthday_month, visited_ids)
  select company_id, id, mail_hash, sms_hash, mail_standing, sms_standing, visits_count, last_visit, next_visit, language,
    birthday_month, visited_ids
  from added where merged_into is null;
  return null;
end $$;
create or replace trigger contacts_add_audience_facts after insert on contacts referencing new table as added
  for each statement execute function add_audience_facts();

-- Keeps the copy equal; a merged contact has none.
create or replace function update_audience_facts() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
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
create or replace trigger contacts_update_audience_facts after update on contacts for each row
  when ((old.merged_into, old.mail_hash, old.sms_hash, old.mail_standing, old.sms_standing, old.visits_count, old.last_visit,
      old.next_visit, old.language, old.birthday_month, old.visited_ids)
    is distinct from (new.merged_into, new.mail_hash, new.sms_hash, new.mail_standing, new.sms_standing, new.visits_count,
      new.last_visit, new.next_visit, new.language, new.birthday_month, new.visited_ids))
  execute function update_audience_facts();

-- A recipient whose contact changes is stored again: the cap of a contact that was deleted and is restored is lost.
create or replace function forget_stored_cap() returns trigger language plpgsql as $$
begin
  new.is_cap_stored := false;
  return new;
end $$;
create or replace trigger campaign_recipients_cap_again before update of contact_id on campaign_recipients for each row
  when (old.is_cap_stored and old.contact_id is distinct from new.contact_id) execute function forget_stored_cap();
