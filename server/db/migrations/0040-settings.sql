-- Settings that the operator changes while the product runs, and their page.

alter table settings add id uuid not null default gen_random_uuid() unique;
insert into settings (key, value, type, "group") values
  ('registration.open', 'true', 'boolean', 'Registration'),
  ('files.maxMegabytes', '20', 'number', 'Files'),
  ('images.maxMegabytes', '10', 'number', 'Files');

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000004003', 'Settings', '/app/system/general-stuff/settings', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000004053', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000004003', 'Settings', 'fa fa-cog', false, true, 255);
