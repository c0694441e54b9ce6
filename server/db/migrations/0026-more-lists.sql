-- The pages of more lists of the operator.

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000002601', 'Companies', '/app/system/company-management', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000002602', 'User management', '/app/system/user-management', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000002603', 'Pages', '/app/system/pages', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000002604', 'Banners', '/app/system/banners', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000002605', 'Files', '/app/system/file-uploads', true, true, 'sys'),
  ('00000000-0000-7000-8000-000000002606', 'System logs', '/app/system/log/system-logs', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may)
select ('00000000-0000-7000-8000-0000000026' || item.number)::uuid, '00000000-0000-0000-0000-000000000000',
  ('00000000-0000-7000-8000-0000000026' || item.page)::uuid, item.name, item.icon, false, true, item.place, 'sys'
from (values
  ('51', '01', 'Companies', 'fa fa-briefcase', 210),
  ('52', '02', 'User management', 'fa fa-users', 220),
  ('53', '03', 'Pages', 'fa fa-file-text', 230),
  ('54', '04', 'Banners', 'fa fa-bullhorn', 240),
  ('55', '05', 'Files', 'fa fa-file-text', 260),
  ('56', '06', 'System logs', 'fa fa-bell', 275)) item (number, page, name, icon, place);

create index files_created on files (created_at desc, id desc);
