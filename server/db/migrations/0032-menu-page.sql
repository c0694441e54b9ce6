-- The page on which the operator arranges the menu.

insert into pages (id, name, s_ref, only_sys, is_system, may) values
  ('00000000-0000-7000-8000-000000000332', 'Menu', '/app/system/menu', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000000432', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000000332', 'Menu', 'fa fa-sitemap', false, true, 92);
