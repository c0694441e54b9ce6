-- Deleting the first session deletes its impersonations by the foreign key. Ending and locking it reaches them here,
-- with the owner's rights, because they may belong to another company.
create or replace function follow_first_session() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions
    set expires_at = least(expires_at, new.expires_at), locked_at = coalesce(locked_at, new.locked_at)
    where return_to = new.id and (expires_at > new.expires_at or (locked_at is null and new.locked_at is not null));
  return null;
end $$;
create or replace trigger sessions_first after update of expires_at, locked_at on sessions for each row
  when (new.expires_at < old.expires_at or (old.locked_at is null and new.locked_at is not null))
  execute function follow_first_session();
