-- Notes the keys of the archives of backups that are deleted, one for each attempt, for a job to remove their bytes. It
-- runs with the owner's rights, as for files.
create or replace function note_removed_archives() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (key) select id || '-backup-' || attempt from gone, generate_series(1, attempts) attempt
    on conflict do nothing;
  return null;
end $$;
create or replace trigger note_removed after delete on backups referencing old table as gone
  for each statement execute function note_removed_archives();
