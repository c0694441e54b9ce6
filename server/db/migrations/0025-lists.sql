-- Lists of millions are searched by one folded text per row; the first administered lists have their pages.

alter table user_audits add words text not null
  generated always as (folded(text || chr(10) || user_name || chr(10) || actor_name || chr(10) || address)) stored;
create index user_audits_words on user_audits using gin (words gin_trgm_ops);

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000002501', 'Locations', '/app/company/locations', true, false, 'admin'),
  ('00000000-0000-7000-8000-000000002502', 'General', '/app/system/general-stuff', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000002503', 'User audit', '/app/system/log/user-audit', true, true, 'sys');

-- Headings stand above what follows them.
insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-7000-8000-000000002551', '00000000-0000-0000-0000-000000000000', null,
   'Company', 'fa fa-building', true, true, 20, 'user'),
  ('00000000-0000-7000-8000-000000002552', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000002501', 'Locations', 'fa fa-map-marker', false, true, 31, 'admin'),
  ('00000000-0000-7000-8000-000000002553', '00000000-0000-0000-0000-000000000000', null,
   'System', 'fa fa-cog', true, true, 200, 'sys'),
  ('00000000-0000-7000-8000-000000002554', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000002502', 'General', 'fa fa-cog', false, true, 250, 'sys'),
  ('00000000-0000-7000-8000-000000002555', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000002503', 'User audit', 'fa fa-user', false, true, 270, 'sys');
