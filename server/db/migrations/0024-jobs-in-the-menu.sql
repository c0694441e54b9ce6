-- The page on which the operator sets the regular work.

insert into pages (id, name, s_ref, is_system, only_sys, may) values
  ('00000000-0000-7000-8000-000000002401', 'Jobs', '/app/system/jobs', true, true, 'sys');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-7000-8000-000000002451', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000002401', 'Jobs', 'fa fa-clock', false, true, 255, 'sys');
