-- An impersonation is tied to the session that began it: it ends and locks with that session, and lasts no longer than
-- the right to impersonate.

-- Nothing could end these: their first session is gone.
delete from sessions where impersonator_id is not null and return_to is null;
alter table sessions add constraint sessions_impersonation check ((impersonator_id is null) = (return_to is null));

update sessions child set expires_at = parent.expires_at
  from sessions parent where parent.id = child.return_to and parent.expires_at < child.expires_at;

-- Deleting the first session deletes its impersonations by the foreign key. Ending and locking it reaches them here,
-- with the owner's rights, because they may belong to another company.
create function follow_first_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions
    set expires_at = least(expires_at, new.expires_at), locked_at = coalesce(locked_at, new.locked_at)
    where return_to = new.id and (expires_at > new.expires_at or (locked_at is null and new.locked_at is not null));
  return null;
end $$;

create trigger sessions_first after update of expires_at, locked_at on sessions for each row
  when (new.expires_at < old.expires_at or (old.locked_at is null and new.locked_at is not null))
  execute function follow_first_session();

-- Returns whether the person of the session `first` may still impersonate this one: an operator anyone, an
-- administrator the employees of their company who are not operators. The session query calls it for impersonations
-- only. PL/pgSQL is not inlined, so other sessions do not pay for planning it.
create function may_impersonate(first uuid, company uuid, person uuid) returns boolean
  language plpgsql stable parallel safe as $$
declare
  home uuid;
  held text[];
begin
  select s.company_id, rights.actions into home, held
    from sessions s cross join lateral effective_rights(s.company_id, s.user_id) rights where s.id = first;
  return 'sys' = any(held) or ('admin' = any(held) and home = company and not exists (
    select from employees e cross join lateral effective_rights(e.company_id, e.user_id) rights
    where e.user_id = person and 'sys' = any(rights.actions)));
end $$;
