-- The page of the company's details, and a heading for what else belongs to the company.

insert into pages (id, name, s_ref, is_system, may) values
  ('00000000-0000-7000-8000-000000000330', 'Company details', '/app/company/details', true, 'admin');

insert into menu_items (id, parent_id, page_id, name, icon, is_heading, is_system, "order") values
  ('00000000-0000-7000-8000-000000000430', '00000000-0000-0000-0000-000000000000',
   '00000000-0000-7000-8000-000000000330', 'Company details', 'fa fa-building', false, true, 30);
