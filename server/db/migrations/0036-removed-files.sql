-- Stored bytes that no row leads to any more. Rows end in many ways, a deleted company among them; the job that tidies up
-- removes the bytes after the commit.

create table removed_files (
  key text primary key,
  removed_at timestamptz not null default now()
);

-- With the owner's rights: company-scoped transactions delete rows of their company only, and see no keys.
create function note_removed_files() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (key) select id::text from gone on conflict do nothing;
  return null;
end $$;

create function note_removed_archives() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into removed_files (key) select id || '-backup-' || attempt from gone, generate_series(1, attempts) attempt
    on conflict do nothing;
  return null;
end $$;

create trigger note_removed after delete on files referencing old table as gone
  for each statement execute function note_removed_files();
create trigger note_removed after delete on backups referencing old table as gone
  for each statement execute function note_removed_archives();
