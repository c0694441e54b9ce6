-- Returns whether a user agreed to the newest version of a text in the language in which they agreed. A newer version
-- asks again; a change of language does not.
create or replace function has_agreed(person uuid, text_kind text) returns boolean
  language sql stable parallel safe as $$
  select exists (
    select from user_agreements a
    where a.user_id = person and a.kind = text_kind and a.version >= coalesce(
      (select max(t.version) from legal_texts t where t.kind = text_kind and t.language = a.language), 0))
$$;
