-- The text that a search for customers reads: everyone may search the names, addresses and numbers; tags and notes are
-- searched in the list only.

-- Sets the text from the fields and the tags of a contact.
create or replace function set_contact_search_text() returns trigger language plpgsql as $$
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
create or replace trigger contacts_search_text before insert or update of name, e_mail, phone_number, phone_key, notes, search_text on contacts
  for each row execute function set_contact_search_text();

-- Tags are part of the text.
create or replace function renew_contact_search_text() returns trigger language plpgsql as $$
begin
  update contacts c set search_text = '' from (select distinct company_id, contact_id from changed) t
  where c.company_id = t.company_id and c.id = t.contact_id;
  return null;
end $$;
create or replace trigger contact_tags_inserted after insert on contact_tags referencing new table as changed
  for each statement execute function renew_contact_search_text();
create or replace trigger contact_tags_deleted after delete on contact_tags referencing old table as changed
  for each statement execute function renew_contact_search_text();
