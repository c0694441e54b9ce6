-- The page of a company's people; the operator's items stand below their heading.

insert into pages (id, name, s_ref, is_system, may) values
  ('00000000-0000-7000-8000-000000002701', 'Employees', '/app/company/employees', true, 'admin');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order", may) values
  ('00000000-0000-7000-8000-000000002751', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000002701', 'Employees', 'fa fa-users', false, true, 32, 'admin');

update menu_items set "order" = 90 where id = '00000000-0000-7000-8000-000000002553';
