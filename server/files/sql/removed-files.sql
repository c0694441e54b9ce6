-- Notes the keys of files whose rows are deleted, for a job to remove their bytes. It runs with the owner's rights:
-- company-scoped transactions delete rows of their company only, and see no keys.
create or replace function note_removed_files() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (key) select id::text from gone on conflict do nothing;
  return null;
end $$;
create or replace trigger note_removed after delete on files referencing old table as gone
  for each statement execute function note_removed_files();
