-- Papers of the till, and drawers that open.

insert into listing_types (id, key, description, is_system) values
  ('00000000-0000-7000-8000-000000009107', 'receipt', 'Receipt', true),
  ('00000000-0000-7000-8000-000000009108', 'zReport', 'Till report', true);

-- Null: no paper. The register opens its drawer.
alter table print_jobs alter column type_id drop not null;
