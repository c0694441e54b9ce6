-- The data audit of watched tables.

-- Removes secrets and their hashes from a record, so that not even an audit reveals them.
create or replace function without_secrets(contents jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(contents)
  where key !~ '(password|hash|secret|token|public_key|recovery|encrypted|cipher)'
$$;

-- Records a change. The transaction's settings daybook.user and daybook.actor name the person who acts
-- (server/db/transaction.ts).
create or replace function audit_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid := nullif(current_setting('daybook.user', true), '')::uuid;
  actor uuid := coalesce(nullif(current_setting('daybook.actor', true), '')::uuid, person);
  old_record jsonb;
  new_record jsonb;
  subject jsonb;
begin
  if is_restoring() then return null; end if;
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  if tg_op <> 'INSERT' then old_record := without_secrets(to_jsonb(old)); end if;
  if tg_op <> 'DELETE' then new_record := without_secrets(to_jsonb(new)); end if;
  subject := coalesce(new_record, old_record);
  insert into data_audits (id, created_at, company_id, table_name, method, record_id, user_id, user_name, actor_name, before, after)
  values (gen_random_uuid(), now(),
    (case when tg_table_name = 'companies' then subject ->> 'id' else subject ->> 'company_id' end)::uuid,
    tg_table_name, initcap(tg_op), coalesce(subject ->> 'id', subject ->> 'user_id')::uuid, person,
    coalesce((select log_in from users where id = person), ''), coalesce((select log_in from users where id = actor), ''),
    old_record, new_record);
  return null;
end $$;
